import { t } from '#kit/web/language.ts'
import { Checkbox } from '#kit/web/ui/field/checkbox.tsx'
import type { ListedThread } from '../../contract.ts'
import { keyOf } from '../arrivals.ts'
import { say } from './copy.ts'
import { tick, useTicked } from './ticked.ts'

/** Ticks the report of a row. */
export const Tick = ({ thread }: { thread: ListedThread }) => (
  <span className="absolute top-1.5 -left-7 z-10">
    <Checkbox
      isSelected={useTicked().has(keyOf(thread))}
      onChange={(isOn) => tick([thread], isOn)}
      aria-label={t(say.tick, { report: `${thread.pollingStationName}, ${thread.observerName}` })}
    />
  </span>
)
