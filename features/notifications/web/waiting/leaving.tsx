import { t } from '#kit/web/language.ts'
import { Ago, useMoment, useNow } from '#kit/web/time.tsx'
import { say } from '../../copy.ts'

type Times = { readonly insertedAt: Date; readonly sendAt: Date | null }

/** When a message goes out, or how long ago it did. */
export function Leaving({ of: { insertedAt, sendAt } }: { of: Times }) {
  const moment = useMoment()
  const at = sendAt ?? insertedAt
  return at.getTime() > useNow() ? t(say.goesAt, { time: moment(at) }) : <Ago at={at} />
}
