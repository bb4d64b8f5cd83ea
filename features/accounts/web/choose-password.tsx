import { useForm } from '#kit/web/edit/form.ts'
import { PageForm } from '#kit/web/edit/page-form.tsx'
import { t } from '#kit/web/language.ts'
import { call } from '#kit/web/read/api.ts'
import { accounts } from '../contract.ts'
import { say } from '../copy.ts'
import { NewPasswordField } from './new-password-field.tsx'

/** Replaces a password that another user chose; the user has just typed it. */
export function ChoosePassword({
  account,
  onDone,
}: {
  account: string
  onDone: () => Promise<void>
}) {
  const form = useForm(
    accounts.choosePassword.body,
    async (body) => {
      await call(accounts.choosePassword, { body })
      await onDone()
    },
    { password: say.passwordExpected },
  )
  return (
    <PageForm label={t(say.choosePassword)} form={form} submit={t(say.setAndGoOn)}>
      <p>{t(say.chooseWhy)}</p>
      {/* So that a browser keeps the password under the right name. */}
      <input hidden readOnly autoComplete="username" value={account} />
      <NewPasswordField />
    </PageForm>
  )
}
