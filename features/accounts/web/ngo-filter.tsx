import { useQuery } from '@tanstack/react-query'
import { session } from '#features/session/contract.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { t } from '#kit/web/language.ts'
import { read } from '#kit/web/read/api.ts'
import { Select } from '#kit/web/ui/field/select.tsx'
import { say } from '../copy.ts'
import { useNgos } from './use-ngo-name.ts'

type Props = {
  readonly ngoId: Id<'ngos'> | undefined
  readonly onChange: (ngoId: Id<'ngos'> | undefined) => void
  readonly className?: string
}

/** Narrows a list to an organisation; absent for readers who see only their own. */
export function NgoFilter({ ngoId, onChange, className = '' }: Props) {
  const ngos = useNgos()
  const seesEveryNgo = useQuery(read(session.me, {})).data?.seesEveryNgo === true
  if (!seesEveryNgo || ngos.length < 2) return null
  return (
    <Select
      label={t(say.organisation)}
      items={[
        { id: '', text: t(say.allOrganisations) },
        ...ngos.map(({ id, name }) => ({ id: String(id), text: name })),
      ]}
      value={String(ngoId ?? '')}
      onChange={(chosen) => onChange(ngos.find(({ id }) => String(id) === chosen)?.id)}
      className={className}
    />
  )
}
