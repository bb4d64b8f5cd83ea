import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { type ComponentType, useState } from 'react'
import { useElectionDay } from '#features/elections/web/use-election.ts'
import { May } from '#features/session/web/may.tsx'
import type { Id } from '#kit/contract/value/id.ts'
import { t } from '#kit/web/language.ts'
import { read } from '#kit/web/read/api.ts'
import { Moment } from '#kit/web/time.tsx'
import { Button, buttonClass } from '#kit/web/ui/button.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { Loaded } from '#kit/web/ui/feedback/states.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import { Page } from '#kit/web/ui/page.tsx'
import { incidents } from '../contract.ts'
import { say as words } from '../copy.ts'
import type { OpenIncident } from '../incident-contract.ts'
import { say } from './copy.ts'
import { EditIncident } from './edit-incident.tsx'
import { Due, SeverityMark, StateMark } from './incident-marks.tsx'
import { LinkedReports } from './linked-reports.tsx'
import { MergedIncidents, MergeWindow } from './merged-incidents.tsx'
import { categoryOf } from './use-incidents.ts'

const unknown: readonly unknown[] = ['thing.not-found', 'request.invalid']

type About = ComponentType<{ on: { incidentId: Id<'incidents'> } }>

/**
 * One incident; on paper its case file.
 * @param Notes the notes that it is about
 * @param Discussion what staff write about it
 */
export function IncidentPage({ Notes, Discussion }: { Notes: About; Discussion: About }) {
  const { id } = useParams({ from: '/signed-in/incidents/$id' })
  const incident = useQuery(read(incidents.get, { params: { id } }))
  const { data, error } = incident
  const back = <Link to="/incidents">{t(say.all)}</Link>
  if (!data && unknown.includes(error?.code))
    return (
      <Page title={t(say.noIncident)} back={back}>
        <p>{t(say.noIncidentWhy)}</p>
      </Page>
    )
  const heading = data && t(say.heading, { number: String(data.number), title: data.title })
  return (
    <Page title={heading ?? t(words.incidents)} back={back} actions={data && <Actions of={data} />}>
      <Loaded query={incident}>
        {(one) => (
          <>
            <MergedIncidents of={one} />
            <Facts of={one} />
            {!one.mergedInto && (
              <>
                <LinkedReports of={one} />
                <Notes on={{ incidentId: one.id }} />
                <Discussion on={{ incidentId: one.id }} />
              </>
            )}
          </>
        )}
      </Loaded>
    </Page>
  )
}

function Actions({ of: incident }: { of: OpenIncident }) {
  const [open, setOpen] = useState<'editing' | 'merging'>()
  const close = () => setOpen(undefined)
  const timezone = useElectionDay()?.timezone
  return (
    <>
      <May to="history">
        <Link
          to="/history"
          search={{ subject: 'incidents', subjectId: incident.id }}
          className={buttonClass('plain')}
        >
          <Icon name="clock" />
          {t(say.history)}
        </Link>
      </May>
      {!incident.mergedInto && (
        <May to="review">
          {incident.merged.length === 0 && (
            <Button onPress={() => setOpen('merging')}>
              <Icon name="copy" />
              {t(say.merge)}
            </Button>
          )}
          <Button look="primary" isDisabled={!timezone} onPress={() => setOpen('editing')}>
            <Icon name="pencil" />
            {t(say.edit)}
          </Button>
        </May>
      )}
      {open === 'editing' && timezone && (
        <EditIncident incident={incident} timezone={timezone} onClose={close} />
      )}
      {open === 'merging' && <MergeWindow of={incident} onClose={close} />}
    </>
  )
}

function Facts({ of: incident }: { of: OpenIncident }) {
  const { severity, state, owner, informed, outcome, madeBy, madeAt } = incident
  const facts = [
    [words.state, <StateMark key="state" of={state} />],
    [words.severity, <SeverityMark key="severity" of={severity} />],
    [words.category, categoryOf(incident)],
    [say.place, <Place key="place" of={incident} />],
    [words.owner, owner ?? t(say.unassigned)],
    [words.dueAt, incident.dueAt ? <Due key="due" of={incident} /> : '–'],
    ...(incident.escalateTo ? [[words.escalateTo, incident.escalateTo] as const] : []),
    [words.informed, informed || '–'],
    [words.outcome, outcome || '–'],
  ] as const
  return (
    <Card>
      <dl className="grid grid-cols-1 gap-x-6 gap-y-2 sm:grid-cols-[max-content_minmax(0,1fr)]">
        {facts.map(([label, value]) => (
          <div key={t(label)} className="contents">
            <dt className="text-muted">{t(label)}</dt>
            <dd className="max-w-prose whitespace-pre-line wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="text-small text-muted">
        {t(say.made, { name: madeBy })}, <Moment at={madeAt} />
      </p>
    </Card>
  )
}

function Place({ of: { pollingStationId, place } }: { of: OpenIncident }) {
  if (pollingStationId === null) return place || t(say.noPlace)
  return (
    <Link
      to="/stations/$id"
      params={{ id: String(pollingStationId) }}
      className="text-ours underline-offset-2 hover:underline"
    >
      {place}
    </Link>
  )
}
