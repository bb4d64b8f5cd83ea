import { Link } from '@tanstack/react-router'
import type { UnplacedReason } from '#features/visits/contract.ts'
import type { Copy } from '#kit/contract/copy.ts'
import { t } from '#kit/web/language.ts'
import { Ago, Moment } from '#kit/web/time.tsx'
import { Badge } from '#kit/web/ui/badge.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Item, RowActions } from '#kit/web/ui/overlay/menu.tsx'
import { actionsColumn } from '#kit/web/ui/table/actions-column.ts'
import type { Column } from '#kit/web/ui/table/columns.ts'
import { NumberedName } from '#kit/web/ui/table/numbered-name.tsx'
import type { Unplaced, UnplacedQuery } from '../contract.ts'
import { say } from '../copy.ts'
import { factOf, stationOf, wordsOf } from './sent.ts'
import type { QuestionOf } from './use-questions.ts'

type UnplacedActions = {
  readonly mayReview: boolean
  readonly state: UnplacedQuery['state']
  readonly questionOf: QuestionOf
  readonly onPlace: (report: Unplaced) => void
  readonly onDismiss: (report: Unplaced) => Promise<unknown>
  readonly onRestore: (report: Unplaced) => Promise<unknown>
  readonly onUnplace: (report: Unplaced) => Promise<unknown>
}

export const kinds: Readonly<Record<Unplaced['kind'], Copy>> = {
  answer: say.answer,
  note: say.note,
  'station-info': say.stationInfo,
}

export const reasons: Readonly<Record<UnplacedReason, Copy>> = {
  'no-such-station': say.noSuchStation,
  'no-such-option': say.noSuchOption,
  'several-single-choices': say.severalChoices,
  'election-archived': say.electionArchived,
}

export function unplacedColumns(acts: UnplacedActions): Column<Unplaced>[] {
  const isOpen = acts.state === 'open'
  return [
    {
      id: 'said',
      title: t(say.content),
      cell: (report) => <Content report={report} questionOf={acts.questionOf} />,
    },
    {
      id: 'station',
      title: t(say.station),
      width: '11rem',
      cell: (report) => <Station report={report} />,
    },
    isOpen
      ? {
          id: 'why',
          title: t(say.why),
          width: '12rem',
          isMinor: true,
          cell: ({ reason }) => t(reasons[reason]),
        }
      : {
          id: 'settled',
          title: t(say.settled),
          width: '16rem',
          cell: (report) => <Settled report={report} />,
        },
    {
      id: 'observer',
      title: t(say.observer),
      width: '12rem',
      isMinor: true,
      cell: (report) => <Observer report={report} />,
    },
    {
      id: 'received',
      title: t(say.received),
      width: '7.5rem',
      align: 'end',
      cell: ({ receivedAt }) => <Ago at={receivedAt} />,
    },
    actionsColumn('9.5rem', (report) => <Actions report={report} {...acts} />),
  ]
}

/** The row on a phone. */
export function UnplacedCard({ report, ...acts }: UnplacedActions & { report: Unplaced }) {
  return (
    <div className="grid gap-1 py-1">
      <Content report={report} questionOf={acts.questionOf} />
      <p className="text-small text-muted">
        <Station report={report} /> · {t(reasons[report.reason])}
      </p>
      <p className="text-small text-muted">
        {report.observerName} · <Ago at={report.receivedAt} />
      </p>
      {acts.state !== 'open' && <Settled report={report} />}
      <div className="flex">
        <Actions report={report} {...acts} />
      </div>
    </div>
  )
}

function Content({ report, questionOf }: { report: Unplaced; questionOf: QuestionOf }) {
  const words = wordsOf(report, questionOf)
  return (
    <span className="flex min-w-0 items-center gap-2">
      <Badge>{t(kinds[report.kind])}</Badge>
      <span className="truncate max-sm:whitespace-normal" title={words}>
        {words}
      </span>
    </span>
  )
}

function Station({ report }: { report: Unplaced }) {
  const { alike, reason } = report
  return (
    <span className="inline-flex max-w-full">
      <span className="flex min-w-0 font-strong">
        <NumberedName text={stationOf(report)} />
      </span>
      {alike > 1 && reason === 'no-such-station' && (
        <span title={t(say.sameStation, { count: alike })} className="ms-2 text-small text-muted">
          <span aria-hidden="true">×{alike}</span>
          <span className="sr-only">{t(say.sameStation, { count: alike })}</span>
        </span>
      )}
    </span>
  )
}

function Observer({ report: { observerName, observerPhoneNumber } }: { report: Unplaced }) {
  return (
    <span title={observerPhoneNumber} className="truncate">
      {observerName}
    </span>
  )
}

/** The outcome of the item: its place or dismissal, the account, and the superseded parts. */
function Settled({ report }: { report: Unplaced }) {
  const { pollingStationName, placedAt, supersededAt, dismissedAt, settledBy } = report
  const at = placedAt ?? supersededAt ?? dismissedAt
  return (
    <span className="text-small">
      {pollingStationName && (
        <Link
          to="/stations/$id"
          params={{ id: String(report.pollingStationId) }}
          className="block font-strong text-ours underline-offset-2 hover:underline"
        >
          {pollingStationName}
        </Link>
      )}
      <span className="text-muted">
        {at && <Ago at={at} />} {settledBy && t(say.settledBy, { account: settledBy })}
      </span>
      {report.superseded.length > 0 && <NotTaken report={report} />}
    </span>
  )
}

function NotTaken({ report: { supersededAt, superseded } }: { report: Unplaced }) {
  return (
    <span className="block whitespace-normal">
      {t(supersededAt ? say.nothingTaken : say.partTaken)}
      {superseded.map(({ what, saidAt }) => (
        <span key={what} className="block text-muted">
          {factOf(what)}: <Moment at={saidAt} />
        </span>
      ))}
    </span>
  )
}

function Actions({ report, ...acts }: UnplacedActions & { report: Unplaced }) {
  const { mayReview, state, onPlace, onDismiss, onRestore, onUnplace } = acts
  const name = stationOf(report)
  if (!mayReview) return null
  if (state === 'placed')
    return report.isUndoable ? (
      <Button
        size="small"
        aria-label={t(say.undoOf, { name })}
        onPress={() => void onUnplace(report)}
      >
        {t(say.undo)}
      </Button>
    ) : null
  if (state === 'dismissed' || state === 'superseded')
    return (
      <Button size="small" onPress={() => void onRestore(report)}>
        {t(say.restore)}
      </Button>
    )
  return (
    <RowActions
      name={name}
      main={
        <Button size="small" aria-label={t(say.placeOf, { name })} onPress={() => onPlace(report)}>
          {t(say.place)}
        </Button>
      }
    >
      <Item id="dismiss" icon="cross" onAction={() => void onDismiss(report)}>
        {t(say.dismiss)}
      </Item>
    </RowActions>
  )
}
