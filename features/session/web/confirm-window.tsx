import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod'
import { Code, factors } from '#features/factors/contract.ts'
import { answerByPasskey, hasPasskeys } from '#features/factors/web/passkey.ts'
import { text } from '#kit/contract/value/text.ts'
import { useForm } from '#kit/web/edit/form.ts'
import { FormWindow } from '#kit/web/edit/form-window.tsx'
import { t } from '#kit/web/language.ts'
import { call, read } from '#kit/web/read/api.ts'
import { adoptRenewedToken } from '#kit/web/session/session.ts'
import { tryWithToast } from '#kit/web/try-with-toast.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Field, PasswordField } from '#kit/web/ui/field/field.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import { session } from '../contract.ts'
import { say } from '../copy.ts'

const Draft = z.object({ password: text(200).min(1).optional(), code: Code.optional() })

/** Asks the user to prove their identity, by whichever means they have. */
export function ConfirmWindow({ answer }: { answer: (isConfirmed: boolean) => void }) {
  const own = useQuery(read(factors.own, {})).data
  const [isByCode, setByCode] = useState(false)
  const form = useForm(
    Draft,
    async (body) => {
      adoptRenewedToken((await call(session.confirm, { body })).access_token)
      answer(true)
    },
    { password: say.passwordExpected, code: say.codeExpected },
  )
  const byPasskey = () =>
    tryWithToast(async () => {
      const passkey = await answerByPasskey(await call(session.confirmQuestion, {}))
      if (!passkey) return
      adoptRenewedToken((await call(session.confirm, { body: { passkey } })).access_token)
      answer(true)
    })
  return (
    <FormWindow
      title={t(say.confirmTitle)}
      form={form}
      submit={t(say.goOn)}
      isDirty={false}
      onClose={() => answer(false)}
    >
      <p>{t(say.confirmWhy)}</p>
      {isByCode ? <CodeField /> : <OwnPasswordField />}
      <div className="flex flex-wrap gap-2">
        {own?.authenticatorSince && (
          <Button look="clear" size="small" onPress={() => setByCode(!isByCode)}>
            {t(isByCode ? say.byPassword : say.byCode)}
          </Button>
        )}
        {own && own.passkeys.length > 0 && hasPasskeys() && (
          <Button look="clear" size="small" onPress={() => void byPasskey()}>
            <Icon name="key" />
            {t(say.byPasskey)}
          </Button>
        )}
      </div>
    </FormWindow>
  )
}

const OwnPasswordField = () => (
  <PasswordField
    label={t(say.password)}
    name="password"
    autoComplete="current-password"
    isRequired
    autoFocus
  />
)

const CodeField = () => (
  <Field
    label={t(say.code)}
    description={t(say.codeAbout)}
    name="code"
    autoComplete="one-time-code"
    isRequired
    autoFocus
  />
)
