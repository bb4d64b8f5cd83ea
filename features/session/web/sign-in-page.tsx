import { Form } from 'react-aria-components'
import type { Problem } from '#kit/contract/problem.ts'
import { call } from '#kit/web/api.ts'
import { useForm } from '#kit/web/form.ts'
import { t } from '#kit/web/language.ts'
import { explain } from '#kit/web/problems.ts'
import { hasSessionEnded, setToken } from '#kit/web/session.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Alert, Field, PasswordField } from '#kit/web/ui/field.tsx'
import { LanguageSwitch } from '#kit/web/ui/language-switch.tsx'
import { Mark } from '#kit/web/ui/mark.tsx'
import { Credentials, session } from '../contract.ts'
import { say } from '../copy.ts'

const Draft = Credentials.pick({ user: true, password: true })

/** The router leads on from here as soon as there is a token. */
export function SignInPage() {
  const form = useForm(
    Draft,
    async (body) => setToken((await call(session.authorize, { body })).access_token),
    { user: say.userExpected, password: say.passwordExpected },
  )

  return (
    <main className="grid min-h-dvh content-center justify-items-center gap-6 p-4">
      <title>{`${t(say.signIn)} · Veghe`}</title>
      <div className="grid w-full max-w-sm gap-6 rounded-md border border-line bg-surface p-6 sm:p-8">
        <header className="grid justify-items-start gap-3">
          <div className="flex w-full items-start justify-between">
            <Mark className="size-12" />
            <LanguageSwitch />
          </div>
          <div>
            <h1 className="text-title font-strong">{t(say.welcome)}</h1>
            <p className="text-muted">{t(say.purpose)}</p>
          </div>
        </header>
        {hasSessionEnded() && (
          <p role="status" className="rounded-md bg-attention-soft px-3 py-2">
            {t(say.ended)}
          </p>
        )}
        <Form
          aria-label={t(say.signIn)}
          validationBehavior="aria"
          validationErrors={form.errors}
          onSubmit={form.submit}
          className="grid gap-4"
        >
          <Field label={t(say.user)} name="user" isRequired autoFocus autoComplete="username" />
          <PasswordField
            label={t(say.password)}
            name="password"
            isRequired
            autoComplete="current-password"
          />
          <Alert>{form.problem && <Refusal problem={form.problem} />}</Alert>
          <Button type="submit" look="primary" isPending={form.isPending}>
            {t(say.signIn)}
          </Button>
        </Form>
      </div>
    </main>
  )
}

/** Every failure says the same first; then why, when the credentials may well be right. */
function Refusal({ problem }: { problem: Problem }) {
  const why = explain(problem)
  return (
    <>
      <p className="font-strong">{t(say.credentialsInvalid)}</p>
      {problem.code === 'request.too-many' && <p>{why}</p>}
      {problem.status >= 500 && <p>{t(say.notChecked, { why })}</p>}
    </>
  )
}
