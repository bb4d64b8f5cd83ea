import { useContext } from 'react'
import { useElectionDay } from '#features/elections/web/use-election.ts'
import { speak } from '#kit/contract/copy.ts'
import type { Words } from '#kit/contract/feature.ts'
import { language, t } from '#kit/web/language.ts'
import { Choice } from '#kit/web/ui/field/choice.tsx'
import { FilterBar } from '#kit/web/ui/filter/filter-bar.tsx'
import { QuickTimes } from '#kit/web/ui/filter/quick-times.tsx'
import { TextFilter } from '#kit/web/ui/filter/text-filter.tsx'
import { TimeFilters, timeChips } from '#kit/web/ui/filter/time-filters.tsx'
import { say } from '../copy.ts'
import { HistoryFilters, type HistorySearch, useHistorySearch } from './search.ts'
import { InWords } from './words.ts'

const fields = HistoryFilters.shape

const named = (words: Words) =>
  Object.entries(words)
    .map(([id, word]) => ({ id, text: speak(word, language) }))
    .sort((one, other) => one.text.localeCompare(other.text, language))

/** The one record the list was opened from. */
const recordsIn = ({ subjectId, observerId, pollingStationId }: HistorySearch) => [
  { value: subjectId && t(say.oneThing), without: { subjectId: undefined } },
  {
    value: (observerId ?? pollingStationId) && t(wordOf(observerId, pollingStationId)),
    without: { observerId: undefined, pollingStationId: undefined },
  },
]

function wordOf(observerId: number | undefined, pollingStationId: number | undefined) {
  if (observerId === undefined) return say.oneStation
  return pollingStationId === undefined ? say.oneObserver : say.oneReport
}

/** The filters of the list. */
export function FilterForm() {
  const words = useContext(InWords)
  const { search, narrow } = useHistorySearch()
  const timezone = useElectionDay()?.timezone
  const choices = [
    { name: 'act', label: t(say.act), items: named(words.acts) },
    { name: 'subject', label: t(say.subject), items: named(words.subjects) },
  ] as const
  return (
    <FilterBar
      onChange={narrow}
      beside={<QuickTimes timezone={timezone} onChoose={narrow} />}
      chips={[
        { label: t(say.who), value: search.actor, without: { actor: undefined } },
        ...choices.map(({ name, label, items }) => ({
          label,
          value: items.find(({ id }) => id === search[name])?.text ?? search[name],
          without: { [name]: undefined, subjectId: undefined },
        })),
        ...recordsIn(search),
        ...timeChips(search),
      ]}
      className="grid basis-full items-start gap-x-3 gap-y-2 sm:grid-cols-2 xl:grid-cols-5"
    >
      <TextFilter
        label={t(say.who)}
        value={search.actor}
        schema={fields.actor.unwrap()}
        onFilter={(actor, isTyping) => narrow({ actor }, isTyping)}
      />
      {choices.map(({ name, label, items }) => (
        <Choice
          key={name}
          label={label}
          items={items}
          value={search[name] ?? null}
          onChange={(id) => narrow({ [name]: id ?? undefined, subjectId: undefined })}
          placeholder={t(say.any)}
        />
      ))}
      <TimeFilters times={search} onNarrow={narrow} />
    </FilterBar>
  )
}
