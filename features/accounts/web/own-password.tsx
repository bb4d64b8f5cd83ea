import { useState } from 'react'
import { Form } from 'react-aria-components'
import { useForm } from '#kit/web/edit/form.ts'
import { t } from '#kit/web/language.ts'
import { explain } from '#kit/web/problems.ts'
import { useWrite } from '#kit/web/read/api.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { toast } from '#kit/web/ui/feedback/toasts.ts'
import { Alert, PasswordField } from '#kit/web/ui/field/field.tsx'
import { accounts } from '../contract.ts'
import { say } from '../copy.ts'
import { NewPasswordField } from './new-password-field.tsx'

const Change = accounts.changeOwnPassword.body

/** The user's own password, which only its owner can change. */
export function OwnPassword() {
  // The fields are emptied after each change.
  const [changes, setChanges] = useState(0)
  return (
    <Card title={t(say.ownPassword)} about={t(say.ownPasswordAbout)} className="max-w-xl">
      <Fields key={changes} onChanged={() => setChanges(changes + 1)} />
    </Card>
  )
}

function Fields({ onChanged }: { onChanged: () => void }) {
  const change = useWrite(accounts.changeOwnPassword, { touches: [] })
  const form = useForm(
    Change,
    async (body) => {
      await change.mutateAsync({ body })
      toast.success({ text: t(say.passwordSet) })
      onChanged()
    },
    { current: say.currentExpected, password: say.passwordExpected },
  )
  const isWrong = form.problem?.code === 'session.refused'
  const errors = isWrong ? { ...form.errors, current: t(say.currentWrong) } : form.errors
  return (
    <Form
      aria-label={t(say.ownPassword)}
      validationBehavior="aria"
      validationErrors={errors}
      onSubmit={form.submit}
      className="grid gap-4"
    >
      <PasswordField
        label={t(say.currentPassword)}
        name="current"
        autoComplete="current-password"
        isRequired
      />
      <NewPasswordField />
      <Alert>{form.problem && !isWrong && explain(form.problem)}</Alert>
      <Button type="submit" isPending={form.isPending} className="justify-self-start">
        {t(say.changePassword)}
      </Button>
    </Form>
  )
}
