import { useState } from 'react'
import * as z from 'zod'
import { Code } from '#features/factors/contract.ts'
import { hasPasskeys } from '#features/factors/web/passkey.ts'
import { text } from '#kit/contract/value/text.ts'
import { useForm } from '#kit/web/edit/form.ts'
import { FormWindow } from '#kit/web/edit/form-window.tsx'
import { t } from '#kit/web/language.ts'
import { call } from '#kit/web/read/api.ts'
import { keptToken, leaveSession, ownerOf, setToken, userNameOf } from '#kit/web/session/session.ts'
import { say as kitSay } from '#kit/web/ui/copy.ts'
import { PasswordField } from '#kit/web/ui/field/field.tsx'
import { ConfirmationWindow } from '#kit/web/ui/overlay/confirmation-window.tsx'
import { session } from '../contract.ts'
import { say } from '../copy.ts'
import { LeftWork } from './left-work.tsx'
import { ByPasskey, CodeField } from './ways-in.tsx'

const Draft = z.object({ password: text(200).min(1), code: Code.optional() })

/** Over a page with unsaved input: its user returns without losing it. */
export function SignInAgain() {
  const user = ownerOf(keptToken())
  const form = useForm(
    Draft,
    async (draft) =>
      setToken((await call(session.authorize, { body: { user, ...draft } })).access_token),
    { password: say.passwordExpected, code: say.codeExpected },
  )
  const [wantsCode, setWantsCode] = useState(false)
  const [isLeaving, setLeaving] = useState(false)
  if (form.problem?.code === 'session.code-needed' && !wantsCode) setWantsCode(true)
  return (
    <>
      <FormWindow
        title={t(say.signInAgain)}
        form={form}
        submit={t(say.signIn)}
        leave={t(kitSay.leave)}
        isDirty={false}
        isHeld
        onClose={() => setLeaving(true)}
      >
        <p>
          {t(say.endedHere)} {t(say.asBefore, { name: userNameOf(keptToken()) })}
        </p>
        <PasswordField
          label={t(say.password)}
          name="password"
          autoComplete="current-password"
          isRequired
          autoFocus
        />
        {wantsCode && <CodeField />}
        {hasPasskeys() && <ByPasskey account={user} />}
      </FormWindow>
      <ConfirmationWindow
        isOpen={isLeaving}
        isDeletion
        title={t(say.leaveWork)}
        confirm={t(kitSay.leave)}
        onConfirm={leaveSession}
        onClose={() => setLeaving(false)}
      >
        <LeftWork />
      </ConfirmationWindow>
    </>
  )
}
