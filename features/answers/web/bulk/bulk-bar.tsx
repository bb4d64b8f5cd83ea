import { BulkActs } from '#features/reviews/web/bar/bulk-acts.tsx'
import { t } from '#kit/web/language.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { SelectionBar } from '#kit/web/ui/table/selection-bar.tsx'
import { answers, type ListedThread } from '../../contract.ts'
import { keyOf } from '../arrivals.ts'
import { say } from './copy.ts'
import { tick, untickAll, useTicked } from './ticked.ts'

/** What shows the review of a report. */
const shows = [answers.thread, answers.list]

/** The acts on the ticked reports, on whichever page they were ticked. */
export function BulkBar({ shown }: { shown: readonly ListedThread[] }) {
  const ticked = useTicked()
  const reports = [...ticked.values()]
  return (
    <SelectionBar
      selection={{ kind: 'these', keys: new Set(ticked.keys()) }}
      onSelect={untickAll}
      count={ticked.size}
      text={t(say.ticked, { count: ticked.size })}
    >
      {shown.some((thread) => !ticked.has(keyOf(thread))) && (
        <Button look="clear" size="small" onPress={() => tick(shown, true)}>
          {t(say.tickAll)}
        </Button>
      )}
      <BulkActs of={reports} touches={shows} onDone={untickAll} />
    </SelectionBar>
  )
}
