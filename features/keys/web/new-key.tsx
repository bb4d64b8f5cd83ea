import { useState } from 'react'
import * as z from 'zod'
import type { AccountAccess } from '#features/accounts/contract.ts'
import { AccessFields, type County, isComplete } from '#features/accounts/web/access-fields.tsx'
import { NgoSelect } from '#features/accounts/web/account-forms.tsx'
import { useMayOrganise } from '#features/accounts/web/set-role.tsx'
import type { Me } from '#features/session/contract.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { useForm } from '#kit/web/edit/form.ts'
import { FormWindow } from '#kit/web/edit/form-window.tsx'
import { t } from '#kit/web/language.ts'
import { useWrite } from '#kit/web/read/api.ts'
import { Checkbox } from '#kit/web/ui/field/checkbox.tsx'
import { Field } from '#kit/web/ui/field/field.tsx'
import { NumberField } from '#kit/web/ui/field/number-field.tsx'
import type { NewSecret } from '#kit/web/ui/overlay/secret-window.tsx'
import { AccessKeyDraft, keys } from '../contract.ts'
import { say } from '../copy.ts'
import { mostDays, usualDays } from '../domain.ts'

const Named = z.object({ name: AccessKeyDraft.shape.name })

type Props = {
  readonly me: Me
  readonly counties: readonly County[]
  readonly onMade: (made: NewSecret) => void
  readonly onClose: () => void
}

/** Makes a key; it reads only, as a guest, unless its maker grants more. */
export function NewKey({ me, counties, onMade, onClose }: Props) {
  const [ngoId, setNgo] = useState(String(me.ngoId))
  const [chosen, setChosen] = useState<AccountAccess>({ role: 'guest', countyCodes: null })
  const [isReadOnly, setReadOnly] = useState(true)
  const [days, setDays] = useState(usualDays)
  const mayOrganise = useMayOrganise(me, Number(ngoId))
  const role = chosen.role === 'organiser' && !mayOrganise ? 'guest' : chosen.role
  const access = { ...chosen, role }
  const make = useWrite(keys.make, { touches: [keys.list] })
  const form = useForm(
    Named,
    async ({ name }) => {
      const body = { name, ...access, ngoId: Number(ngoId) as Id<'ngos'>, isReadOnly, days }
      const { key } = await make.mutateAsync({ body })
      onMade({ title: t(say.madeTitle, { name }), secret: key })
      onClose()
    },
    { name: say.nameExpected },
  )
  return (
    <FormWindow
      title={t(say.add)}
      form={form}
      submit={t(say.add)}
      isIncomplete={!isComplete(access) || Number.isNaN(days)}
      onClose={onClose}
    >
      <Field
        label={t(say.name)}
        description={t(say.nameAbout)}
        name="name"
        maxLength={80}
        autoComplete="off"
        isRequired
      />
      {me.role === 'organiser' && <NgoSelect ngoId={ngoId} onChange={setNgo} />}
      <Checkbox isSelected={isReadOnly} onChange={setReadOnly}>
        {t(say.isReadOnly)}
      </Checkbox>
      <AccessFields
        chosen={access}
        onChoose={setChosen}
        counties={counties}
        mayOrganise={mayOrganise}
      />
      <NumberField
        label={t(say.days)}
        value={days}
        onChange={setDays}
        minValue={1}
        maxValue={mostDays}
      />
    </FormWindow>
  )
}
