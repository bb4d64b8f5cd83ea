import { Link, useNavigate } from '@tanstack/react-router'
import { session } from '#features/session/contract.ts'
import { useForm } from '#kit/web/edit/form.ts'
import { PageForm } from '#kit/web/edit/page-form.tsx'
import { t } from '#kit/web/language.ts'
import { call } from '#kit/web/read/api.ts'
import { setToken } from '#kit/web/session/session.ts'
import { PasswordField } from '#kit/web/ui/field/field.tsx'
import { invitations, LinkToken } from '../contract.ts'
import { say } from '../copy.ts'
import { OpenPage } from './open-page.tsx'

const Chosen = invitations.accept.body.pick({ password: true })

/** The target of a link: the user chooses their password, and is signed in. */
export function InvitationPage() {
  const fragment = new URLSearchParams(window.location.hash.slice(1))
  const token = fragment.get('token') ?? ''
  const account = fragment.get('account') ?? ''
  return (
    <OpenPage title={t(say.choosePassword)}>
      {LinkToken.safeParse(token).success ? (
        <Choose account={account} token={token} />
      ) : (
        <p>{t(say.noLink)}</p>
      )}
      <Link to="/login" className="text-ours underline-offset-2 hover:underline">
        {t(say.toSignIn)}
      </Link>
    </OpenPage>
  )
}

function Choose({ account, token }: { account: string; token: string }) {
  const navigate = useNavigate()
  const form = useForm(
    Chosen,
    async ({ password }) => {
      const { account: user } = await call(invitations.accept, { body: { token, password } })
      const signedIn = await call(session.authorize, { body: { user, password } }).catch(() => null)
      // If a code is required as well, the sign-in page asks for it.
      if (signedIn) setToken(signedIn.access_token)
      await navigate({ to: signedIn ? '/answers' : '/login', replace: true })
    },
    { password: say.passwordExpected },
  )
  return (
    <PageForm label={t(say.choosePassword)} form={form} submit={t(say.setAndSignIn)}>
      <p>{t(say.ofAccount, { account })}</p>
      {/* So that a browser keeps the password under the right name. */}
      <input hidden readOnly autoComplete="username" value={account} />
      <PasswordField
        label={t(say.newPassword)}
        description={t(say.passwordAbout)}
        name="password"
        autoComplete="new-password"
        isRequired
        autoFocus
      />
    </PageForm>
  )
}
