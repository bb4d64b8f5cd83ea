import { groupBy } from '#kit/contract/group.ts'
import type { Result } from './result.ts'

const shares = [0.01, 0.1, 1] as const

const intro = `# Results of npm run bench

docs/benchmark.md says what is compared and how to read it.
`

/** The measurements as a Markdown page. */
export function benchmarkPage(results: readonly Result[]): string {
  const own = results.filter(({ kind }) => kind === 'own')
  const embedded = results.filter(({ kind }) => kind === 'embedded')
  const sections = [intro, tableOf(own)]
  if (embedded.length > 0) sections.push('## On the embedded PostgreSQL\n', tableOf(embedded))
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
