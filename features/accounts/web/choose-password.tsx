import { Form } from 'react-aria-components'
import { call } from '#kit/web/api.ts'
import { useForm } from '#kit/web/form.ts'
import { t } from '#kit/web/language.ts'
import { explain } from '#kit/web/problems.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Alert } from '#kit/web/ui/field.tsx'
import { accounts } from '../contract.ts'
import { say } from '../copy.ts'
import { NewPasswordField } from './new-password-field.tsx'

/** In the place of a password that somebody else has chosen; whoever is here has just typed it. */
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
    <Form
      aria-label={t(say.choosePassword)}
      validationBehavior="aria"
      validationErrors={form.errors}
      onSubmit={form.submit}
      className="grid gap-4"
    >
      <p>{t(say.chooseWhy)}</p>
      {/* So that a browser keeps the password under the right name. */}
      <input hidden readOnly autoComplete="username" value={account} />
      <NewPasswordField />
      <Alert>{form.problem && explain(form.problem)}</Alert>
      <Button type="submit" look="primary" isPending={form.isPending}>
        {t(say.setAndGoOn)}
      </Button>
    </Form>
  )
}
