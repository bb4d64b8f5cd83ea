import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { elections } from '#features/elections/contract.ts'
import { BulkActs } from '#features/reviews/web/bar/bulk-acts.tsx'
import { t } from '#kit/web/language.ts'
import { read } from '#kit/web/read/api.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { SelectionBar } from '#kit/web/ui/table/selection-bar.tsx'
import { answers, type ListedThread } from '../../contract.ts'
import { keyOf } from '../arrivals.ts'
import { filtersOf, listQuery, useReview } from '../search.ts'
import { say } from './copy.ts'
import { tick, untickAll, useTicked } from './ticked.ts'

/** What shows the review of a report. */
const shows = [answers.thread, answers.list]

type Props = { readonly shown: readonly ListedThread[] }

/** The acts on the ticked reports, on whichever page of the list they were ticked. */
export function BulkBar(props: Props) {
  const { search, isUrgent } = useReview()
  const { data: election } = useQuery(read(elections.current, {}))
  // Another list has other reports.
  const list = JSON.stringify([filtersOf(search), listQuery(search, isUrgent), election?.id])
  return <Bar key={list} {...props} />
}

function Bar({ shown }: Props) {
  const ticked = useTicked()
  const { open } = useReview()
  useEffect(() => untickAll, [])
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
      <BulkActs of={reports} touches={shows} hasKeys={!open} onDone={untickAll} />
    </SelectionBar>
  )
}
