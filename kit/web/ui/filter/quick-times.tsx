import { t } from '#kit/web/language.ts'
import { quickTimes } from '#kit/web/moments.ts'
import { serverNow } from '#kit/web/read/clock.ts'
import { Button } from '../button.tsx'
import { say } from '../copy.ts'

/** Moments as they are typed; undefined: no limit. */
type Span = { readonly from: string; readonly to: string | undefined }

const spans = [
  ['lastHour', say.lastHour],
  ['sinceNine', say.sinceNine],
  ['today', say.today],
] as const

/** Fills in a usual span of time, by the clock of the election. */
export const QuickTimes = ({
  timezone,
  onChoose,
}: {
  timezone: string | undefined
  onChoose: (span: Span) => void
}) => (
  <div className="flex flex-wrap gap-1">
    {spans.map(([name, label]) => (
      <Button
        key={name}
        size="small"
        isDisabled={timezone === undefined}
        onPress={() => timezone && onChoose(quickTimes[name](new Date(serverNow()), timezone))}
      >
        {t(label)}
      </Button>
    ))}
  </div>
)
