import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { ChosenStation } from '#features/places/web/station/station-search.tsx'
import { May } from '#features/session/web/may.tsx'
import { t } from '#kit/web/language.ts'
import { areLettersKeys } from '#kit/web/letter-keys.ts'
import { read } from '#kit/web/read/api.ts'
import { buttonClass } from '#kit/web/ui/button.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import { Key } from '#kit/web/ui/key.tsx'
import { incidents } from '../contract.ts'
import type { ReportKey } from '../incident-contract.ts'
import { AddIncident } from './add-incident.tsx'
import { say } from './copy.ts'
import { StateMark } from './incident-marks.tsx'
import { OfferedIncidents } from './offered-incidents.tsx'

type FromReport = {
  readonly report: ReportKey
  readonly title: string
  readonly station: ChosenStation
}

/** The incidents of a report, and a button with the key `i`, which makes one or links the report to one. */
export function ReportIncidents({ from }: { from: FromReport }) {
  const { data } = useQuery(read(incidents.ofReport, { query: from.report }))
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <May to="review">
        <button
          type="button"
          aria-keyshortcuts="i"
          onClick={() => setOpen(true)}
          className={`${buttonClass('plain', 'small')} max-sm:min-w-11`}
        >
          <Icon name="warning" />
          <span className="max-sm:sr-only">{t(say.make)}</span>
          {areLettersKeys() && (
            <span aria-hidden="true" className="max-sm:hidden">
              <Key>i</Key>
            </span>
          )}
        </button>
      </May>
      {data?.linked.map((one) => (
        <Link
          key={one.id}
          to="/incidents/$id"
          params={{ id: String(one.id) }}
          title={one.title}
          className="inline-flex min-h-6 max-w-full min-w-0 items-center gap-1 text-small text-ours underline-offset-2 hover:underline"
        >
          <span className="max-w-60 truncate">
            {t(say.open, { number: String(one.number), title: one.title })}
          </span>
          <StateMark of={one.state} />
        </Link>
      ))}
      {isOpen && (
        <AddIncident from={{ ...from, reports: [from.report] }} onClose={() => setOpen(false)}>
          {data && data.offered.length > 0 && (
            <OfferedIncidents
              some={data.offered}
              to={{ report: from.report }}
              onLinked={() => setOpen(false)}
            />
          )}
        </AddIncident>
      )}
    </>
  )
}
