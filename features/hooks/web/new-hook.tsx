import { useState } from 'react'
import * as z from 'zod'
import { type County, CountyLimit } from '#features/accounts/web/access-fields.tsx'
import { NgoSelect } from '#features/accounts/web/account-forms.tsx'
import type { Id } from '#kit/contract/value/id.ts'
import { useForm } from '#kit/web/edit/form.ts'
import { FormWindow } from '#kit/web/edit/form-window.tsx'
import { t } from '#kit/web/language.ts'
import { useWrite } from '#kit/web/read/api.ts'
import { Field } from '#kit/web/ui/field/field.tsx'
import { ManyChoice } from '#kit/web/ui/field/many-choice.tsx'
import type { NewSecret } from '#kit/web/ui/overlay/secret-window.tsx'
import { HookDraft, hooks } from '../contract.ts'
import { kindNames, say } from '../copy.ts'
import { hookKinds } from '../domain.ts'

const Addressed = z.object({ address: HookDraft.shape.address })

type Props = {
  readonly counties: readonly County[]
  readonly onMade: (made: NewSecret) => void
  readonly onClose: () => void
}

/** Adds a web hook; it hears of everything unless the kinds, the organisation or the counties are limited. */
export function NewHook({ counties, onMade, onClose }: Props) {
  const [kinds, setKinds] = useState<ReadonlySet<string>>(new Set(hookKinds))
  const [ngo, setNgo] = useState('all')
  const [countyCodes, setCounties] = useState<string[] | null>(null)
  const add = useWrite(hooks.add, { touches: [hooks.list] })
  const form = useForm(
    Addressed,
    async ({ address }) => {
      const ngoId = ngo === 'all' ? null : (Number(ngo) as Id<'ngos'>)
      const chosen = hookKinds.filter((kind) => kinds.has(kind))
      const body = { address, kinds: chosen, ngoId, countyCodes }
      const { secret } = await add.mutateAsync({ body })
      onMade({ title: t(say.secretTitle, { address }), secret })
      onClose()
    },
    { address: say.addressExpected },
  )
  return (
    <FormWindow
      title={t(say.add)}
      form={form}
      submit={t(say.add)}
      width="medium"
      isIncomplete={kinds.size === 0 || countyCodes?.length === 0}
      onClose={onClose}
    >
      <Field
        label={t(say.address)}
        description={t(say.addressAbout)}
        name="address"
        type="url"
        maxLength={2000}
        autoComplete="off"
        isRequired
      />
      <ManyChoice
        label={t(say.kinds)}
        items={hookKinds.map((kind) => ({ id: kind, text: t(kindNames[kind]) }))}
        chosen={kinds}
        onChange={setKinds}
        summary={t(say.kindsChosen, { count: kinds.size })}
      />
      <NgoSelect ngoId={ngo} all={t(say.allNgos)} onChange={setNgo} />
      <CountyLimit codes={countyCodes} counties={counties} onChange={setCounties} />
    </FormWindow>
  )
}
