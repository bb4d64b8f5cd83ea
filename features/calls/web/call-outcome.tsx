import { t } from '#kit/web/language.ts'
import { useMoment } from '#kit/web/time.tsx'
import type { LastCall } from '../contract.ts'
import { outcomeWords, say } from '../copy.ts'

/** How a call ended, and when to call back. */
export function CallOutcome({ of: { outcome, callBackAt } }: { of: LastCall }) {
  const moment = useMoment()
  const time = callBackAt && ` ${t(say.at, { time: moment(callBackAt) })}`
  return (
    <>
      {t(outcomeWords[outcome])}
      {time}
    </>
  )
}
