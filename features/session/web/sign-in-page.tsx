import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Form } from 'react-aria-components'
import { hasPasskeys } from '#features/factors/web/passkey.ts'
import { useForm } from '#kit/web/edit/form.ts'
import { t } from '#kit/web/language.ts'
import { PageTitle } from '#kit/web/page-title.tsx'
import { call } from '#kit/web/read/api.ts'
import { hasSessionEnded, setToken } from '#kit/web/session/session.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Alert, Field, PasswordField } from '#kit/web/ui/field/field.tsx'
import { LanguageSwitch } from '#kit/web/ui/language-switch.tsx'
import { Mark } from '#kit/web/ui/mark.tsx'
import { Credentials, session } from '../contract.ts'
import { say } from '../copy.ts'
import { ByPasskey, CodeField, Refusal } from './ways-in.tsx'

const Draft = Credentials.pick({ user: true, password: true, code: true })

/** The router redirects from here as soon as there is a token. */
export function SignInPage() {
  const form = useForm(
    Draft,
    async (body) => setToken((await call(session.authorize, { body })).access_token),
    { user: say.userExpected, password: say.passwordExpected, code: say.codeExpected },
  )
  // Once requested it stays: a wrong one is retried.
  const [wantsCode, setWantsCode] = useState(false)
  const isAsked = form.problem?.code === 'session.code-needed'
  if (isAsked && !wantsCode) setWantsCode(true)

  return (
    <main className="grid min-h-dvh content-center justify-items-center gap-6 p-4">
      <PageTitle of={t(say.signIn)} />
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
          {wantsCode && <CodeField />}
          <Alert>{form.problem && !isAsked && <Refusal problem={form.problem} />}</Alert>
          <Button type="submit" look="primary" isPending={form.isPending}>
            {t(say.signIn)}
          </Button>
        </Form>
        <Link
          to="/forgotten"
          className="justify-self-start text-ours underline-offset-2 hover:underline"
        >
          {t(say.forgotten)}
        </Link>
        {hasPasskeys() && <ByPasskey />}
      </div>
    </main>
  )
}
