import { useEditing } from '#kit/web/edit/editing.ts'
import { EditingWindow } from '#kit/web/edit/editing-window.tsx'
import { useForm } from '#kit/web/edit/form.ts'
import { t } from '#kit/web/language.ts'
import { useWrite } from '#kit/web/read/api.ts'
import { toast } from '#kit/web/ui/feedback/toasts.ts'
import { type Account, accounts } from '../contract.ts'
import { say } from '../copy.ts'
import { NewPasswordField } from './new-password-field.tsx'

const NewPassword = accounts.setPassword.body.pick({ password: true })

/** Hides passwords: those of other users, and the user's own from onlookers. */
const show = (password: string) =>
  password === '' ? t(say.passwordOfAnother) : '•'.repeat(password.length)

/** @param account its current state. */
export function SetPassword({ account, onClose }: { account: Account; onClose: () => void }) {
  const { id, account: name } = account
  const editing = useEditing({ password: '' }, account, ['password'])
  const set = useWrite(accounts.setPassword, { touches: [accounts.list] })
  const form = useForm(
    NewPassword,
    ({ password }) =>
      editing.save(async ({ revision }) => {
        const { wasLocked } = await set.mutateAsync({
          params: { id },
          body: { password, revision },
        })
        const text = t(wasLocked ? say.passwordSetAndOpen : say.passwordSet)
        toast.success({ text })
        onClose()
        return true
      }),
    { password: say.passwordExpected },
  )
  return (
    <EditingWindow
      title={t(say.setPasswordTitle, { name })}
      form={form}
      submit={t(say.setPassword)}
      editing={editing}
      names={{ password: say.newPassword }}
      show={show}
      onClose={onClose}
    >
      <p>{t(say.setPasswordAbout)}</p>
      <NewPasswordField
        value={editing.values.password}
        onChange={(password) => editing.onType({ password })}
      />
    </EditingWindow>
  )
}
