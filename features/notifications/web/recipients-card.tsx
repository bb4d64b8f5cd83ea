import { t } from '#kit/web/language.ts'
import { Card } from '#kit/web/ui/card.tsx'
import { ErrorState } from '#kit/web/ui/feedback/states.tsx'
import { say } from '../copy.ts'
import { CountyFilter } from './county-filter.tsx'
import { NameList } from './name-list.tsx'
import { byName, useFound, useSendSearch } from './use-recipients.ts'

/** Chooses the recipients: all, or those now at some stations. */
export function RecipientsCard() {
  const { search } = useSendSearch()
  const isFiltered = search.county !== undefined
  return (
    <Card title={t(say.toWhom)} about={t(isFiltered ? say.thereNow : say.everybodyWhy)}>
      <CountyFilter />
      <div role="status" className="empty:-mt-3">
        {isFiltered && <Found />}
      </div>
    </Card>
  )
}

function Found() {
  const { data, error, failureReason, isFetching, refetch } = useFound()
  const problem = error ?? failureReason
  if (problem && !data) return <ErrorState problem={problem} retry={() => void refetch()} />
  if (!data) return <p className="text-muted">{t(say.filterPending)}</p>
  if (data.length === 0) return <p>{t(say.nobodyThere)}</p>
  return (
    <div className={`grid gap-2 ${isFetching ? 'opacity-60' : ''}`}>
      <p className="font-strong">{t(say.found, { count: data.length })}</p>
      <NameList observers={byName(data)} />
    </div>
  )
}
