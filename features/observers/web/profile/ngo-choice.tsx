import { useQuery } from '@tanstack/react-query'
import { accounts } from '#features/accounts/contract.ts'
import { session } from '#features/session/contract.ts'
import { t } from '#kit/web/language.ts'
import { read } from '#kit/web/read/api.ts'
import { Choice } from '#kit/web/ui/field/choice.tsx'
import { Field } from '#kit/web/ui/field/field.tsx'
import { say } from '../../copy.ts'

type Props = {
  /** The id of the organisation, as text. */
  readonly value: string | null
  readonly onChange: (id: string | null) => void
}

/** Users who see every organisation choose an active one; others have their own. */
export function NgoChoice({ value, onChange }: Props) {
  const me = useQuery(read(session.me, {})).data
  const { data = [], isPending } = useQuery(read(accounts.listNgos, {}))
  if (!me?.seesEveryNgo) return <Field label={t(say.ngo)} value={me?.ngo ?? ''} isDisabled />
  const items = data
    .filter(({ isActive }) => isActive)
    .map(({ id, name, shortName }) => ({ id: String(id), code: shortName, text: name }))
  return (
    <Choice
      // The chosen one can only be shown once its name is loaded.
      key={String(isPending)}
      label={t(say.ngo)}
      items={items}
      value={value}
      onChange={onChange}
      placeholder={t(say.chooseNgo)}
      isDisabled={isPending || !me}
      isRequired
    />
  )
}
