import type { ListedElection } from '#features/elections/contract.ts'
import type { FieldDifference } from '#kit/server/history/changed.ts'
import type { LoadReport } from './load-election.ts'

/** How many lines of changes are shown before confirming; `--dry-run` lists them all. */
const shown = 100

/**
 * What loading would replace, change and add, line by line. `held` is the rehearsal to be replaced, with how
 * much there is in it.
 */
export function listOf(
  { election, replaced, changes, completed, left, unread, ...counts }: LoadReport,
  held: ListedElection | undefined,
  isWhole: boolean,
): string {
  const into = `${election.name}, ${election.day}, ${election.timezone}`
  const lines = replaced
    ? [
        `The rehearsal "${replaced.name}" of ${replaced.day} is emptied and archived${heldIn(held)}.`,
        `A new election takes its place: ${into}`,
      ]
    : [`Into the election that is there: ${into}`]
  const many = isWhole ? changes.length : shown
  for (const change of changes.slice(0, many)) lines.push(lineOf(change))
  if (changes.length > many)
    lines.push(`  and ${changes.length - many} more changes; --dry-run lists them all`)
  return [...lines, ...countsOf(counts), ...remarksOf({ completed, left, unread })].join('\n')
}

/** How much was new and how much was changed, of each kind. */
export const countsOf = (counts: Pick<LoadReport, 'areas' | 'stations' | 'observers' | 'forms'>) =>
  (['areas', 'stations', 'observers', 'forms'] as const).map(
    (kind) => `  ${kind}: ${counts[kind].added} new, ${counts[kind].changed} changed`,
  )

/** Texts that were read differently from how they are written, and ignored ones. */
export const remarksOf = ({
  completed,
  left,
  unread,
}: Pick<LoadReport, 'completed' | 'left' | 'unread'>) => [
  ...completed.map(({ from, to }) => `  ${from}, which a spreadsheet cut, is taken as ${to}`),
  ...left.map((one) => `  left alone: ${one}`),
  ...unread.map((columns) => `  columns that are not read: ${columns}`),
]

/** Whether anything would change. */
export const hasEffect = ({ replaced, changes, areas, stations, observers, forms }: LoadReport) =>
  replaced !== undefined ||
  changes.length > 0 ||
  [areas, stations, observers, forms].some(({ added }) => added > 0)

const heldIn = (held: ListedElection | undefined) =>
  held
    ? `, with its ${held.counties} counties, ${held.pollingStations} stations, ${held.observers} observers, ${held.forms} forms, and all that came from ${held.visits} visits`
    : ''

const lineOf = ({ thing, field, before, after }: FieldDifference) =>
  `  ${thing}, ${field}: ${wordOf(before)} → ${wordOf(after)}`

function wordOf(value: unknown): string {
  if (value === undefined || value === null || value === '') return 'nothing'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'string' ? `"${value}"` : String(value)
}
