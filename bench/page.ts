import { groupBy } from '#kit/contract/group.ts'
import type { Result } from './result.ts'

const shares = [0.01, 0.1, 1] as const

const intro = `# Benchmark

Written by \`npm run bench\`. What counts are the ratios: both sides of each were measured by turns,
in one run, on one machine, against one PostgreSQL with its durable defaults (\`fsync\` and
\`synchronous_commit\` on). Times and rates by themselves stand at the end; they say little of another
machine. All of the data: 50,000 stations, 20,000 observers, 5 million answers, 200,000 notes.

Reports are held against pgbench twice: with the announcement that a report makes, and without.
PostgreSQL lets transactions that announce something commit only one after the other, so the first is
slower than what PostgreSQL can do with the rows alone; the second is the one to beat. And against eleven
of the rows with nothing else, a visit and ten answers in tables of their own (\`bench/alone\`): no counts, no
history, one reference, as a transaction of two inserts and as one statement. PostgreSQL has 512 MB of buffers.

What a disk takes until something is safe on it differs from moment to moment. It is measured between
the rounds of reports, with nothing else to write: a commit that waits so long holds up every report
that is under way.

Exports are held against COPY of the rows and columns of their sheets, one sheet after the other, into
\`gzip -1\`; imports against COPY of what becomes of their rows into an empty table with the same
checks, indexes and references, and the hashing of the pins. A new installation is measured by itself:
PostgreSQL has never looked at its tables.

The lists of answers and observers and the counts are asked for by sixteen at once, all with the same
question, as open screens do: they share readings (decision 025), the bare SQL reads for each of them.
Details are each another question, and the trend is not shared.

What staff do to very many rows is measured beside a hundred reports a second, as many as a large
evening has at its busiest (\`npm run bench -- --only bulk --share 1 --on own --at-most 30\`: of what goes on in
steps, its first half minute). What the slowest of them met stands among the figures: how long the server's
turn took at most, a lock that somebody else had, and one statement; and for how long in all the server
wanted a processor and was given none, by others on the machine or by the database beside it.

*Load* is how many processes wanted the processors just before. Where that is more than there are,
others were at work on the machine, and the figures are as noisy as that. What is *taken by its host*
of the processors of a machine within another goes to machines that nobody sees from there.

Whoever calls is a process that has just been started: its first half second is not counted.

*Growth* is how much longer one takes with all of the data than with a hundredth of it.
`

/** The measurements as a Markdown page. */
export function benchmarkPage(results: readonly Result[]): string {
  const own = results.filter(({ kind }) => kind === 'own')
  const embedded = results.filter(({ kind }) => kind === 'embedded')
  const sections = [intro, tableOf(own)]
  if (embedded.length > 0)
    sections.push('## On the PostgreSQL that we bring along\n', tableOf(embedded))
  return `${[...sections, '## Times and rates\n', footnotesOf(results)].join('\n')}`
}

function tableOf(results: readonly Result[]): string {
  const head =
    '| # | measured | 1 % | 10 % | 100 % | growth | target | |\n|---|---|---|---|---|---|---|---|'
  const rows = [...groupBy(results, ({ number, what }) => `${number}\0${what}`).values()].map(rowOf)
  return `${[head, ...rows].join('\n')}\n`
}

function rowOf(same: readonly Result[]): string {
  const bySize = new Map(same.map((one) => [one.share, one]))
  const cells = shares.map((share) => cellOf(bySize.get(share)))
  const largest = same.reduce((one, other) => (other.share > one.share ? other : one))
  return `| ${[largest.number, largest.what, ...cells, growthOf(bySize), targetOf(largest), verdictOf(largest)].join(' | ')} |`
}

const cellOf = (result: Result | undefined) =>
  result ? `${rounded(result.value)}${result.unit === '×' ? '' : ` ${result.unit}`}` : ''

function growthOf(bySize: ReadonlyMap<number, Result>): string {
  const [least, most] = [bySize.get(0.01)?.ms, bySize.get(1)?.ms]
  return least && most ? `${rounded(most / least)} ×` : ''
}

const targetOf = ({ least, most, unit }: Result) => {
  const of = unit === '×' ? '' : ` ${unit}`
  if (least !== undefined) return `at least ${least}${of}`
  return most === undefined ? '' : `at most ${most}${of}`
}

/** By the largest data it was measured with. */
function verdictOf({ value, least, most }: Result): string {
  if (least === undefined && most === undefined) return ''
  return value >= (least ?? -Infinity) && value <= (most ?? Infinity) ? 'met' : '**not met**'
}

const rounded = (value: number) =>
  value >= 100 || value === 0 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2)

function footnotesOf(results: readonly Result[]): string {
  const head = '| # | measured | data | figures | on | day |\n|---|---|---|---|---|---|'
  const rows = results
    .filter(({ footnote }) => footnote !== undefined)
    .map(
      ({ number, what, share, footnote, on, day }) =>
        `| ${[number, what, `${share * 100} %`, footnote, on, day].join(' | ')} |`,
    )
  return `${[head, ...rows].join('\n')}\n`
}
