import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { deferred } from '#kit/web/deferred.ts'
import { useForm } from '#kit/web/edit/form.ts'
import { FormWindow } from '#kit/web/edit/form-window.tsx'
import { t } from '#kit/web/language.ts'
import { read, useWrite } from '#kit/web/read/api.ts'
import { Loaded } from '#kit/web/ui/feedback/states.tsx'
import { toast } from '#kit/web/ui/feedback/toasts.ts'
import { Field } from '#kit/web/ui/field/field.tsx'
import { factors } from '../contract.ts'
import { say } from '../copy.ts'

const Picture = deferred(async () => (await import('./qr-code.tsx')).QrCode)

const Proof = factors.turnOn.body.pick({ code: true })

/** Shares a new secret with an authenticator app, and verifies that the app has it. */
export function SetUpApp({
  onClose,
  onDone,
}: {
  onClose: () => void
  onDone: (recoveryCodes: readonly string[]) => void
}) {
  // Created once per window, whatever else is refetched: another would invalidate the scanned one.
  const made = useQuery({
    ...read(factors.newAuthenticator, {}),
    enabled: ({ state }) => state.data === undefined,
    gcTime: 0,
  })
  const write = useWrite(factors.turnOn, { touches: [factors.own] })
  const form = useForm(
    Proof,
    async ({ code }) => {
      const secret = made.data?.secret ?? ''
      const { recoveryCodes } = await write.mutateAsync({ body: { secret, code } })
      toast.success({ text: t(say.turnedOn) })
      onDone(recoveryCodes)
    },
    { code: say.codeExpected },
  )
  return (
    <FormWindow
      title={t(say.setUp)}
      form={form}
      submit={t(say.turnOn)}
      isIncomplete={!made.data}
      onClose={onClose}
    >
      <p>{t(say.scan)}</p>
      <Loaded query={made}>
        {({ secret, uri }) => (
          <>
            <Suspense fallback={<div className="size-48" />}>
              <Picture text={uri} label={t(say.picture)} />
            </Suspense>
            <p className="grid gap-1">
              <span className="text-small font-strong text-muted">{t(say.secretKey)}</span>
              <code className="select-all wrap-anywhere">{secret.match(/.{4}/g)?.join(' ')}</code>
            </p>
          </>
        )}
      </Loaded>
      <Field
        label={t(say.code)}
        description={t(say.codeAbout)}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        isRequired
      />
    </FormWindow>
  )
}
