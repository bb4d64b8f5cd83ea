import { useState } from 'react'
import { answerByPasskey } from '#features/factors/web/passkey.ts'
import { Problem } from '#kit/contract/problem.ts'
import { t } from '#kit/web/language.ts'
import { explain } from '#kit/web/problems.ts'
import { call } from '#kit/web/read/api.ts'
import { ownerOf, setToken } from '#kit/web/session/session.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Alert, Field } from '#kit/web/ui/field/field.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import { session } from '../contract.ts'
import { say } from '../copy.ts'

/** Requested once the password was right. */
export function CodeField() {
  return (
    <>
      <p role="status">{t(say.codeNeeded)}</p>
      <Field
        label={t(say.code)}
        description={t(say.codeAbout)}
        name="code"
        autoComplete="one-time-code"
        isRequired
        autoFocus
      />
    </>
  )
}

/**
 * A passkey proves its owner alone: it asks them for a fingerprint or a pin. With an `account`, anybody
 * else's is refused.
 */
export function ByPasskey({ account }: { account?: string }) {
  const [problem, setProblem] = useState<Problem>()
  const [isPending, setPending] = useState(false)
  const signIn = async () => {
    setPending(true)
    setProblem(undefined)
    try {
      const token = await tokenByPasskey(account)
      if (token) setToken(token)
    } catch (failure) {
      if (!(failure instanceof Problem)) throw failure
      setProblem(failure)
    } finally {
      setPending(false)
    }
  }
  return (
    <div className="grid gap-4 border-t border-line pt-6">
      <Button onPress={() => void signIn()} isPending={isPending}>
        <Icon name="key" />
        {t(say.signInByPasskey)}
      </Button>
      <Alert>{problem && <Refusal problem={problem} />}</Alert>
    </div>
  )
}

/** Undefined when the user cancelled. */
async function tokenByPasskey(account: string | undefined): Promise<string | undefined> {
  const passkey = await answerByPasskey(await call(session.passkeyQuestion, {}))
  if (!passkey) return undefined
  const { access_token: token } = await call(session.authorizeByPasskey, { body: { passkey } })
  if (account !== undefined && ownerOf(token) !== account) throw new Problem('session.refused')
  return token
}

/** Every failure begins with the same sentence; then the reason, when the credentials may well be right. */
export function Refusal({ problem }: { problem: Problem }) {
  const why = explain(problem)
  // Then they are right, but useless.
  if (problem.code === 'session.password-expired') return why
  return (
    <>
      <p className="font-strong">{t(say.credentialsInvalid)}</p>
      {problem.code === 'request.too-many' && <p>{why}</p>}
      {problem.status >= 500 && <p>{t(say.notChecked, { why })}</p>}
    </>
  )
}
