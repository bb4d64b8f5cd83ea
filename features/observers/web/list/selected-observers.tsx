import type { Id } from '#kit/contract/value/id.ts'
import { useAttempt } from '#kit/web/edit/attempt.ts'
import { t } from '#kit/web/language.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import { countSelected, nothing, type Selection } from '#kit/web/ui/table/selection.ts'
import { SelectionBar } from '#kit/web/ui/table/selection-bar.tsx'
import { say } from '../../copy.ts'
import { useListSearch } from './list-search.ts'
import { useDeleting, useRestoring } from './use-deleting.tsx'
import { selectedIds } from './use-observers.ts'
import { useWritingTo } from './use-writing-to.ts'

type Props = {
  readonly selection: Selection
  readonly onSelect: (selection: Selection) => void
  /** The length of the whole list. */
  readonly total: number
  readonly may: { readonly change: boolean; readonly notify: boolean }
}

/** The actions on all selected observers. */
export function SelectedObservers({ selection, onSelect, total, may }: Props) {
  const { search, go, isTrash } = useListSearch()
  const writeTo = useWritingTo()
  const { removeSeveral, dialog } = useDeleting()
  const { restore } = useRestoring()
  const { isPending, attempt } = useAttempt()
  const count = countSelected(selection, total)

  const withIds = (act: (ids: Id<'observers'>[]) => Promise<boolean>) =>
    attempt(async () => {
      const isDone = await act(await selectedIds(selection, search))
      if (isDone) onSelect(nothing)
    })
  const notify = async (ids: Id<'observers'>[]) => {
    await writeTo(ids)
    return true
  }
  const thenReload = (act: typeof removeSeveral) => async (ids: Id<'observers'>[]) => {
    const isDone = await act(ids)
    if (isDone) go({})
    return isDone
  }

  return (
    <>
      <SelectionBar
        selection={selection}
        onSelect={onSelect}
        count={count}
        total={total}
        text={t(say.selected, { count })}
      >
        {isTrash ? (
          <Button look="primary" isPending={isPending} onPress={() => withIds(thenReload(restore))}>
            <Icon name="restore" />
            {t(say.restore)}
          </Button>
        ) : (
          <>
            {may.change && (
              <Button isDisabled={isPending} onPress={() => withIds(thenReload(removeSeveral))}>
                <Icon name="trash" className="text-alarm" />
                {t(say.deleteSelected)}
              </Button>
            )}
            {may.notify && (
              <Button look="primary" isPending={isPending} onPress={() => withIds(notify)}>
                <Icon name="send" />
                {t(say.sendNotification)}
              </Button>
            )}
          </>
        )}
      </SelectionBar>
      {dialog}
    </>
  )
}
