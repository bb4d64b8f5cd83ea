import { useQuery } from '@tanstack/react-query'
import { elections } from '#features/elections/contract.ts'
import { t } from '#kit/web/language.ts'
import { usePrinting } from '#kit/web/printing.ts'
import { read } from '#kit/web/read/api.ts'
import { serverNow } from '#kit/web/read/clock.ts'
import { useMoment } from '#kit/web/time.tsx'
import { say } from '../copy.ts'

/** What paper must say below the election: which page it was, when it was printed, and from where. */
export function PrintHead() {
  const zone = useQuery(read(elections.current, {})).data?.timezone
  const isPrinting = usePrinting()
  const moment = useMoment()
  if (!isPrinting) return null
  const time = moment(new Date(serverNow()))
  return (
    <div className="border-b border-line px-4 py-0.5 text-small wrap-anywhere sm:px-6">
      {/* Without what waits for the reader. */}
      <p className="font-strong">{document.title.replace(/^\(\d+\) /, '')}</p>
      <p>{t(say.printed, { time: zone ? `${time} (${zone})` : time })}</p>
      <p>{location.href}</p>
    </div>
  )
}
