import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Me } from '#features/session/contract.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { useEditing } from '#kit/web/edit/editing.ts'
import { EditingWindow } from '#kit/web/edit/editing-window.tsx'
import { useForm } from '#kit/web/edit/form.ts'
import { FormWindow } from '#kit/web/edit/form-window.tsx'
import { t } from '#kit/web/language.ts'
import { read, useWrite } from '#kit/web/read/api.ts'
import { toast } from '#kit/web/ui/feedback/toasts.ts'
import { Field } from '#kit/web/ui/field/field.tsx'
import { Select } from '#kit/web/ui/field/select.tsx'
import { type Account, type AccountAccess, AccountDraft, accounts } from '../contract.ts'
import { say } from '../copy.ts'
import { AccessFields, type County, isComplete } from './access-fields.tsx'
import { NewPasswordField } from './new-password-field.tsx'
import { useMayOrganise } from './set-role.tsx'

const Added = AccountDraft.pick({ account: true, password: true, email: true })

export function AddAccount({
  me,
  counties,
  onInvite,
  onClose,
}: {
  me: Me
  counties: readonly County[]
  /** Called when an account was added without a password. */
  onInvite: (account: Pick<Account, 'id' | 'account'>) => void
  onClose: () => void
}) {
  const [ngoId, choose] = useState(String(me.ngoId))
  const mayOrganise = useMayOrganise(me, Number(ngoId))
  // Least privilege by default: the user who adds the account grants more.
  const [chosen, chooseStanding] = useState<AccountAccess>({ role: 'guest', countyCodes: null })
  const role = chosen.role === 'organiser' && !mayOrganise ? 'guest' : chosen.role
  const standing = { ...chosen, role }
  const add = useWrite(accounts.add, { touches: [accounts.list, accounts.listNgos] })
  const form = useForm(
    Added,
    async (draft) => {
      const ngo = { ngoId: Number(ngoId) as Id<'ngos'> }
      const id = await add.mutateAsync({ body: { ...draft, ...ngo, ...standing } })
      const { account: name } = draft
      toast.success({ text: t(say.accountAdded, { name }) })
      onClose()
      if (!draft.password) onInvite({ id: id as Id<'staff'>, account: name })
    },
    { account: say.accountExpected, password: say.passwordExpected, email: say.emailExpected },
  )
  return (
    <FormWindow
      title={t(say.addAccount)}
      form={form}
      submit={t(say.addAccount)}
      isIncomplete={!isComplete(standing)}
      onClose={onClose}
    >
      {me.role === 'organiser' && <NgoSelect ngoId={ngoId} onChange={choose} />}
      <Field label={t(say.account)} name="account" autoComplete="off" isRequired />
      <NewPasswordField label={t(say.password)} description={t(say.noPasswordAbout)} />
      <EmailField />
      <AccessFields
        chosen={standing}
        onChoose={chooseStanding}
        counties={counties}
        mayOrganise={mayOrganise}
      />
    </FormWindow>
  )
}

/** An organisation to choose, for organisers. */
export function NgoSelect({
  ngoId,
  all,
  onChange,
}: {
  ngoId: string
  /** The words of a choice without an organisation, whose id is `all`. */
  all?: string
  onChange: (id: string) => void
}) {
  const { data = [] } = useQuery(read(accounts.listNgos, {}))
  const items = data
    .filter(({ isActive }) => isActive)
    .map(({ id, name, shortName, isOrganiser }) => ({
      id: String(id),
      code: shortName,
      text: isOrganiser ? `${name} (${t(say.organiser)})` : name,
    }))
  return (
    <Select
      label={t(say.organisation)}
      items={all === undefined ? items : [{ id: 'all', text: all }, ...items]}
      value={ngoId}
      onChange={onChange}
      isRequired
    />
  )
}

const NewEmail = AccountDraft.pick({ email: true })

/** @param account its current state. */
export function SetEmail({ account, onClose }: { account: Account; onClose: () => void }) {
  const { id, account: name } = account
  const editing = useEditing({ email: account.email ?? '' }, account)
  const { email } = editing.values
  const set = useWrite(accounts.setEmail, { touches: [accounts.list] })
  const form = useForm(
    NewEmail,
    () =>
      editing.save(async (began) => {
        const body = { email: email.trim() || null, revision: began.revision }
        await set.mutateAsync({ params: { id }, body })
        toast.success({ text: t(say.saved) })
        onClose()
        return true
      }),
    { email: say.emailExpected },
  )
  return (
    <EditingWindow
      title={t(say.setEmailTitle, { name })}
      form={form}
      submit={t(say.save)}
      editing={editing}
      names={{ email: say.email }}
      onClose={onClose}
    >
      <EmailField value={email} onChange={(typed) => editing.onType({ email: typed })} />
    </EditingWindow>
  )
}

function EmailField(typed: { value?: string; onChange?: (email: string) => void }) {
  return (
    <Field
      label={t(say.email)}
      description={t(say.emailAbout)}
      name="email"
      inputMode="email"
      {...typed}
      autoComplete="off"
    />
  )
}
