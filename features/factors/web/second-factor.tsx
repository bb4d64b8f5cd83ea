import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '#kit/web/language.ts'
import { read, useWrite } from '#kit/web/read/api.ts'
import { tryWithToast } from '#kit/web/try-with-toast.ts'
import { Badge } from '#kit/web/ui/badge.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { Loaded } from '#kit/web/ui/feedback/states.tsx'
import { toast } from '#kit/web/ui/feedback/toasts.ts'
import { useConfirm } from '#kit/web/ui/overlay/confirm.tsx'
import { type Factors, factors } from '../contract.ts'
import { say } from '../copy.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import { SetUpApp } from './set-up-app.tsx'

/** Whether sign-in requires a code, with a button to change that. */
export function SecondFactor() {
  const query = useQuery(read(factors.own, {}))
  return (
    <Card title={t(say.authenticator)} about={t(say.authenticatorAbout)} className="max-w-xl">
      <Loaded query={query}>{(own) => <State own={own} />}</Loaded>
    </Card>
  )
}

function State({ own }: { own: Factors }) {
  const isOn = own.authenticatorSince !== null
  const [isSettingUp, setSettingUp] = useState(false)
  const [codes, setCodes] = useState<readonly string[]>()
  const renew = useWrite(factors.renewRecoveryCodes, { touches: [factors.own] })
  const { turnOff, dialog } = useTurningOff()
  return (
    <>
      <p className="flex flex-wrap items-center gap-2">
        <Badge tone={isOn ? 'done' : 'plain'} {...(isOn && { icon: 'check' })}>
          {t(isOn ? say.on : say.off)}
        </Badge>
        {isOn && <span>{t(say.recoveryCodesLeft, { count: own.recoveryCodes })}</span>}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button onPress={() => setSettingUp(true)}>{t(isOn ? say.changePhone : say.turnOn)}</Button>
        {isOn && (
          <>
            <Button
              isPending={renew.isPending}
              onPress={() =>
                void tryWithToast(async () => setCodes((await renew.mutateAsync({})).recoveryCodes))
              }
            >
              {t(say.renewCodes)}
            </Button>
            <Button onPress={() => void turnOff()}>{t(say.turnOff)}</Button>
          </>
        )}
      </div>
      {isSettingUp && (
        <SetUpApp
          onClose={() => setSettingUp(false)}
          onDone={(made) => {
            setSettingUp(false)
            setCodes(made)
          }}
        />
      )}
      {codes && <RecoveryCodes codes={codes} onClose={() => setCodes(undefined)} />}
      {dialog}
    </>
  )
}

function useTurningOff() {
  const { ask, dialog } = useConfirm()
  const write = useWrite(factors.turnOff, { touches: [factors.own] })
  const turnOff = async () => {
    const isSure = await ask({
      title: t(say.turnOffTitle),
      message: t(say.turnOffConfirmation),
      confirm: t(say.turnOff),
      isDeletion: true,
    })
    if (!isSure) return
    await tryWithToast(async () => {
      await write.mutateAsync({})
      toast.warning({ text: t(say.turnedOff) })
    })
  }
  return { turnOff, dialog }
}
