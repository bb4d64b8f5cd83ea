import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { ChosenStation } from '#features/places/web/station/station-search.tsx'
import { May } from '#features/session/web/may.tsx'
import { useAttempt } from '#kit/web/edit/attempt.ts'
import { t } from '#kit/web/language.ts'
import { areLettersKeys } from '#kit/web/letter-keys.ts'
import { read, useWrite } from '#kit/web/read/api.ts'
import { Button, buttonClass } from '#kit/web/ui/button.tsx'
import { toast } from '#kit/web/ui/feedback/toasts.ts'
import { Icon } from '#kit/web/ui/icon.tsx'
import { Key } from '#kit/web/ui/key.tsx'
import { incidents } from '../contract.ts'
import type { BriefIncident, ReportKey } from '../incident-contract.ts'
import { AddIncident } from './add-incident.tsx'
import { say } from './copy.ts'
import { SeverityMark, StateMark } from './incident-marks.tsx'
import { touches } from './use-incidents.ts'

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
            <Offered some={data.offered} from={from} onLinked={() => setOpen(false)} />
          )}
        </AddIncident>
      )}
    </>
  )
}

/** Open incidents of the same county. */
function Offered({
  some,
  from: { report },
  onLinked,
}: {
  some: readonly BriefIncident[]
  from: FromReport
  onLinked: () => void
}) {
  const link = useWrite(incidents.link, touches)
  const unlink = useWrite(incidents.unlink, touches)
  const { isPending, attempt } = useAttempt()
  return (
    <section aria-label={t(say.orLink)} className="grid gap-2">
      <h3 className="text-small font-strong text-muted">{t(say.orLink)}</h3>
      <ul className="grid max-h-48 gap-1 overflow-auto">
        {some.map(({ id, number, title, place, severity }) => (
          <li key={id} className="flex items-center gap-2">
            <Button
              isPending={isPending}
              onPress={() =>
                attempt(async () => {
                  await link.mutateAsync({ params: { id }, body: report })
                  toast.success({
                    text: t(say.linked, { number }),
                    undo: async () => {
                      await unlink.mutateAsync({ params: { id }, query: report })
                      return t(say.unlinked)
                    },
                  })
                  onLinked()
                })
              }
              className="min-w-0 flex-1 justify-start"
            >
              <span className="truncate">
                {t(say.open, { number: String(number), title })}
                <span className="ms-2 text-small text-muted">{place}</span>
              </span>
            </Button>
            <SeverityMark of={severity} />
          </li>
        ))}
      </ul>
    </section>
  )
}
