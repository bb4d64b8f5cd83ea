import { t } from '#kit/web/language.ts'
import { useMoment } from '#kit/web/time.tsx'
import { say } from '../copy.ts'

/** Who wrote something down that the observer told by telephone, and when. */
export function ByTelephone({ clerk, at }: { clerk: string; at: Date }) {
  const time = useMoment()(at)
  return <>{t(say.byTelephone, { clerk, time })}</>
}
