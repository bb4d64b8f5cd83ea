import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useForm } from '#kit/web/edit/form.ts'
import { PageForm } from '#kit/web/edit/page-form.tsx'
import { t } from '#kit/web/language.ts'
import { call } from '#kit/web/read/api.ts'
import { Field } from '#kit/web/ui/field/field.tsx'
import { invitations } from '../contract.ts'
import { say } from '../copy.ts'
import { OpenPage } from './open-page.tsx'

/** For a forgotten password; the answer is the same whether or not there is such an account. */
export function ForgottenPage() {
  const [isSent, setSent] = useState(false)
  const form = useForm(
    invitations.forgot.body,
    async (body) => {
      await call(invitations.forgot, { body })
      setSent(true)
    },
    { account: say.userExpected },
  )
  return (
    <OpenPage title={t(say.forgotten)}>
      <PageForm label={t(say.forgotten)} form={form} submit={t(say.sendLink)}>
        <p>{t(say.forgottenAbout)}</p>
        <Field label={t(say.user)} name="account" isRequired autoFocus autoComplete="username" />
        <p role="status">{isSent && t(say.onItsWay)}</p>
      </PageForm>
      <Link to="/login" className="text-ours underline-offset-2 hover:underline">
        {t(say.toSignIn)}
      </Link>
    </OpenPage>
  )
}
