import { useQuery } from '@tanstack/react-query'
import type { Id } from '#kit/contract/value/id.ts'
import { locale, t } from '#kit/web/language.ts'
import { read } from '#kit/web/read/api.ts'
import { Card } from '#kit/web/ui/card.tsx'
import { Loaded } from '#kit/web/ui/feedback/states.tsx'
import { type StationBefore as Before, stations } from '../contract.ts'
import { say } from '../copy.ts'

/** The same station in the election before, with its name and counts. */
export function StationBefore({ id: pollingStationId }: { id: Id<'pollingStations'> }) {
  const found = useQuery(read(stations.before, { params: { pollingStationId } }))
  return (
    <Card title={t(say.before)} about={found.data?.before && titleOf(found.data.before)}>
      <Loaded query={found}>
        {({ before }) =>
          before ? <Then of={before} /> : <p className="text-muted">{t(say.noneBefore)}</p>
        }
      </Loaded>
    </Card>
  )
}

/** A date without a time has no time zone. */
const dayOf = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' })

const titleOf = ({ election, day }: Before) => `${election}, ${dayOf.format(new Date(day))}`

function Then({ of: { name, address, voters, visits, answers, flagged, notes } }: { of: Before }) {
  const came = [
    t(say.visitsCounted, { count: visits }),
    t(say.answersCounted, { count: answers }),
    t(say.flaggedCounted, { count: flagged }),
    t(say.notesCounted, { count: notes }),
  ]
  return (
    <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-[auto_minmax(0,1fr)]">
      <dt className="text-muted">{t(say.reportsThen)}</dt>
      <dd>{came.join(', ')}</dd>
      <dt className="text-muted">{t(say.nameThen)}</dt>
      <dd className="wrap-anywhere">{[name, address].filter(Boolean).join(', ')}</dd>
      <dt className="text-muted">{t(say.voters)}</dt>
      <dd className="tabular-nums">{voters?.toLocaleString(locale) ?? t(say.unknown)}</dd>
    </dl>
  )
}
