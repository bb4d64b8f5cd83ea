import { locale, t } from '#kit/web/language.ts'
import { Badge } from '#kit/web/ui/badge.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Progress } from '#kit/web/ui/feedback/progress.tsx'
import { Item, RowActions } from '#kit/web/ui/overlay/menu.tsx'
import { actionsColumn } from '#kit/web/ui/table/actions-column.ts'
import type { Column } from '#kit/web/ui/table/columns.ts'
import type { ListedElection } from '../contract.ts'
import { say } from '../copy.ts'
import { say as sayOfFrame } from './copy.ts'
import type { useElectionActs } from './use-election-acts.tsx'

type ElectionActions = Omit<ReturnType<typeof useElectionActs>, 'dialog'> & {
  readonly edit: (election: ListedElection) => void
  readonly start: (election: ListedElection) => void
}

const counted = [
  {
    id: 'stations',
    title: say.stations,
    of: ({ pollingStations }: ListedElection) => pollingStations,
  },
  { id: 'observers', title: say.observers, of: ({ observers }: ListedElection) => observers },
  { id: 'forms', title: say.forms, of: ({ forms }: ListedElection) => forms },
  { id: 'visits', title: say.visits, of: ({ visits }: ListedElection) => visits },
] as const

const days = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })

/** The day of the vote, which is the same in every time zone. */
export const dayOf = ({ day }: Pick<ListedElection, 'day'>): string => days.format(new Date(day))

export const electionColumns = (acts: ElectionActions): Column<ListedElection>[] => [
  {
    id: 'name',
    title: t(say.name),
    cell: ({ name }) => (
      <span title={name} className="block truncate font-strong">
        {name}
      </span>
    ),
  },
  { id: 'day', title: t(say.day), width: '8rem', cell: dayOf },
  {
    id: 'state',
    title: t(say.state),
    width: '12rem',
    cell: (election) => <State election={election} />,
  },
  ...counted.map(({ id, title, of }) => ({
    id,
    title: t(title),
    width: '6.5rem',
    align: 'end' as const,
    isMinor: true,
    cell: (election: ListedElection) => of(election).toLocaleString(locale),
  })),
  actionsColumn('9rem', (election) => <Actions election={election} {...acts} />),
]

/** The row as a phone shows it. */
export function ElectionCard({
  election,
  ...acts
}: ElectionActions & { election: ListedElection }) {
  return (
    <div className="grid gap-1 py-1">
      <p className="font-strong">{election.name}</p>
      <p className="flex flex-wrap items-center gap-2 text-small text-muted">
        {dayOf(election)} <State election={election} />
      </p>
      <p className="text-small text-muted">
        {counted
          .map(({ title, of }) => `${t(title)}: ${of(election).toLocaleString(locale)}`)
          .join(' · ')}
      </p>
      <Actions election={election} {...acts} />
    </div>
  )
}

const whyNotArchived = ({ isCurrent, emptying }: ListedElection): string | undefined => {
  if (isCurrent) return t(say.isCurrentWhy)
  return emptying ? t(say.isEmptyingWhy) : undefined
}

const states = {
  rehearsal: { word: sayOfFrame.rehearsal, tone: 'attention' },
  live: { word: say.live, tone: 'done' },
  archived: { word: say.archived, tone: 'plain' },
} as const

function State({ election }: { election: ListedElection }) {
  const { state, isCurrent, peopleErasedAt, erasing, emptying, keptAside } = election
  const { word, tone } = states[state]
  if (emptying) {
    const label = state === 'archived' ? say.emptying : say.takingBack
    return <Progress label={t(label)} {...emptying} />
  }
  if (erasing) return <Progress label={t(say.erasing)} {...erasing} />
  return (
    <span className="inline-flex flex-wrap gap-1">
      {isCurrent && <Badge tone="ours">{t(say.current)}</Badge>}
      <Badge tone={tone}>{t(word)}</Badge>
      {peopleErasedAt && <Badge tone="plain">{t(say.nameless)}</Badge>}
      {keptAside > 0 && <Badge tone="attention">{t(say.keptAside, { count: keptAside })}</Badge>}
    </span>
  )
}

function Actions({ election, ...acts }: ElectionActions & { election: ListedElection }) {
  const { name, state, isCurrent, peopleErasedAt, erasing, emptying } = election
  const isAtRest = !erasing && !emptying
  const act =
    (
      id:
        | 'makeCurrent'
        | 'start'
        | 'archive'
        | 'look'
        | 'reopen'
        | 'erasePeople'
        | 'stopErasing'
        | 'remove',
    ) =>
    () =>
      void acts[id](election)
  return (
    <RowActions
      name={name}
      main={
        <Button
          size="small"
          aria-label={t(say.editOf, { name })}
          onPress={() => acts.edit(election)}
        >
          {t(say.edit)}
        </Button>
      }
    >
      {!isCurrent && state !== 'archived' && (
        <Item id="current" icon="check" onAction={act('makeCurrent')}>
          {t(say.makeCurrent)}
        </Item>
      )}
      {state === 'rehearsal' && !emptying && (
        <Item id="start" icon="flag" onAction={act('start')}>
          {t(say.start)}
        </Item>
      )}
      {state === 'archived' && !emptying && (
        <Item id="look" icon="eye" onAction={act('look')}>
          {t(say.look)}
        </Item>
      )}
      {state === 'archived' && isAtRest && (
        <Item id="reopen" icon="restore" onAction={act('reopen')}>
          {t(say.reopen)}
        </Item>
      )}
      {state !== 'archived' && (
        <Item id="archive" icon="file" why={whyNotArchived(election)} onAction={act('archive')}>
          {t(say.archive)}
        </Item>
      )}
      {erasing && (
        <Item id="stop" icon="cross" onAction={act('stopErasing')}>
          {t(say.stopErasing)}
        </Item>
      )}
      {state === 'archived' && isAtRest && (
        <Item
          id="erase"
          icon="person"
          isDanger
          isDisabled={peopleErasedAt !== null}
          onAction={act('erasePeople')}
        >
          {t(say.erasePeople)}
        </Item>
      )}
      <Item
        id="delete"
        icon="trash"
        isDanger
        why={isCurrent ? t(say.isCurrentWhy) : undefined}
        onAction={act('remove')}
      >
        {t(say.delete)}
      </Item>
    </RowActions>
  )
}
