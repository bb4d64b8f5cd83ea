import { useAttempt } from '#kit/web/edit/attempt.ts'
import { t } from '#kit/web/language.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { toast } from '#kit/web/ui/feedback/toasts.ts'
import { Icon } from '#kit/web/ui/icon.tsx'
import { countSelected, nothing, type Selection } from '#kit/web/ui/table/selection.ts'
import { SelectionBar } from '#kit/web/ui/table/selection-bar.tsx'
import { type Expected, mostToCall } from '../../contract.ts'
import { say } from '../../copy.ts'
import { filterOf, useDeploymentSearch } from './deployment-search.ts'
import { useNextToCall } from './next-to-call.tsx'
import { selectedRows } from './use-deployment.ts'
import type { ExpectedActs } from './use-expected-acts.tsx'

const theseOf = (rows: readonly Expected[]): Selection => ({
  kind: 'these',
  keys: new Set(rows.map(({ assignmentId }) => String(assignmentId))),
})

/** The actions on all selected assignments. */
export function SelectedExpected({
  selection,
  onSelect,
  total,
  may,
  acts,
}: {
  selection: Selection
  onSelect: (selection: Selection) => void
  /** The length of the whole list. */
  total: number
  may: { readonly change: boolean; readonly write: boolean }
  acts: ExpectedActs
}) {
  const { search } = useDeploymentSearch()
  const { isPending, attempt } = useAttempt()
  const callNext = useNextToCall()
  const count = countSelected(selection, total)
  /** Deselects those that have left the list since, and says how many. */
  const stillListed = async () => {
    const rows = await selectedRows(selection, search)
    const gone = count - rows.length
    if (gone > 0) {
      toast.warning({ text: t(say.noLongerListed, { gone, count }) })
      onSelect(theseOf(rows))
    }
    return rows
  }
  const withRows = (act: (rows: readonly Expected[], onDone: () => void) => void) => () =>
    attempt(async () => {
      const rows = await stillListed()
      if (rows.length > 0) act(rows, () => onSelect(nothing))
    })
  const callThem = () =>
    attempt(async () => {
      const rows = await stillListed()
      const observerIds = [...new Set(rows.map(({ observerId }) => observerId))]
      // The most urgent come first.
      if (rows.length > 0)
        await callNext({ ...filterOf(search), observerIds: observerIds.slice(0, mostToCall) })
    })
  return (
    <SelectionBar
      selection={selection}
      onSelect={onSelect}
      count={count}
      total={total}
      text={t(say.selected, { count })}
    >
      {may.write && (
        <Button isPending={isPending} onPress={callThem}>
          <Icon name="phone" />
          {t(say.call)}
        </Button>
      )}
      {may.change && (
        <>
          <Button isPending={isPending} onPress={withRows(acts.replace)}>
            <Icon name="person" />
            {t(say.replace)}
          </Button>
          <Button isPending={isPending} onPress={withRows(acts.remove)}>
            <Icon name="trash" className="text-alarm" />
            {t(say.remove)}
          </Button>
          <Button isPending={isPending} onPress={withRows(acts.excuse)}>
            <Icon name="check" />
            {t(say.excuse)}
          </Button>
        </>
      )}
      {may.write && (
        <Button look="primary" isPending={isPending} onPress={withRows(acts.write)}>
          <Icon name="send" />
          {t(say.write)}
        </Button>
      )}
    </SelectionBar>
  )
}
