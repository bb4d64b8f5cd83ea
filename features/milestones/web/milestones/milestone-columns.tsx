import { language, locale, t } from '#kit/web/language.ts'
import { Badge } from '#kit/web/ui/badge.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Spinner } from '#kit/web/ui/feedback/spinner.tsx'
import { Item, RowActions } from '#kit/web/ui/overlay/menu.tsx'
import { actionsColumn } from '#kit/web/ui/table/actions-column.ts'
import type { Column } from '#kit/web/ui/table/columns.ts'
import { RowCard } from '#kit/web/ui/table/row-card.tsx'
import { audienceIn } from '../../columns.ts'
import type { Milestone } from '../../contract.ts'
import { say } from '../../copy.ts'
import { Deadline } from '../deployment/comparison.tsx'

type Acts = {
  readonly edit: (milestone: Milestone) => void
  readonly remove: (milestone: Milestone) => void
}

export const milestoneColumns = (acts: Acts | undefined): readonly Column<Milestone>[] => [
  {
    id: 'name',
    title: t(say.milestoneName),
    cell: ({ name }) => <span className="font-strong">{name}</span>,
  },
  { id: 'what', title: t(say.what), cell: (one) => <What of={one} /> },
  {
    id: 'audience',
    title: t(say.owedBy),
    width: '11rem',
    cell: (one) => <span className="line-clamp-2">{audienceOf(one)}</span>,
  },
  { id: 'due', title: t(say.dueBy), width: '17rem', cell: (one) => <Deadline of={one} /> },
  {
    id: 'expected',
    title: t(say.owe),
    width: '12rem',
    align: 'end',
    cell: (one) => <Owing of={one} />,
  },
  ...(acts ? [actionsColumn('9rem', (one: Milestone) => <Actions of={one} acts={acts} />)] : []),
]

const audienceOf = ({ audience, areas }: Milestone) =>
  audienceIn(
    language,
    audience,
    areas.map(({ name }) => name),
  )

const What = ({ of: { kind, of, forStation, isAsked } }: { of: Milestone }) => (
  <span className="flex min-w-0 items-center gap-2 max-sm:flex-wrap">
    <span className="truncate">
      {of ? t(say.ofWhat, { kind: t(say[kind]), of }) : t(say[kind])}
    </span>
    {!isAsked && (
      <span title={t(say.askedOfNobodyAbout)}>
        <Badge>{t(say.askedOfNobody)}</Badge>
      </span>
    )}
    {forStation && (
      <span title={t(say.forStationAbout)}>
        <Badge>{t(say.forStation)}</Badge>
      </span>
    )}
  </span>
)

const Owing = ({ of: { expected, isCounting } }: { of: Milestone }) =>
  isCounting ? (
    <span className="inline-flex items-center gap-2 text-muted">
      <Spinner />
      {t(say.isCounting)}
    </span>
  ) : (
    expected.toLocaleString(locale)
  )

function Actions({ of, acts }: { of: Milestone; acts: Acts }) {
  const { name } = of
  return (
    <RowActions
      name={name}
      main={
        <Button size="small" aria-label={t(say.editOf, { name })} onPress={() => acts.edit(of)}>
          {t(say.edit)}
        </Button>
      }
    >
      <Item id="delete" icon="trash" isDanger onAction={() => acts.remove(of)}>
        {t(say.delete)}
      </Item>
    </RowActions>
  )
}

export const MilestoneCard = ({ of, acts }: { of: Milestone; acts: Acts | undefined }) => (
  <RowCard title={of.name} actions={acts && <Actions of={of} acts={acts} />}>
    <What of={of} />
    <Deadline of={of} />
    <span>
      {t(say.owedBy)}: {audienceOf(of)}
    </span>
    <span>
      {t(say.owe)}: <Owing of={of} />
    </span>
  </RowCard>
)
