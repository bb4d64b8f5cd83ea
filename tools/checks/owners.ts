import { readFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { glob } from 'tinyglobby'
import { tables } from '#apps/server/tables.ts'
import { features } from './structure.ts'

/** Why each file may write other features' tables nevertheless; only of earlier features. */
const exceptions: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'features/unplaced/server/settle-queries.ts': {
    unplaced: 'visits keep aside what has no place yet; what becomes of it is settled here',
  },
  'features/unplaced/server/placed-queries.ts': {
    unplaced: 'visits keep aside what has no place yet; what was placed is taken back here',
  },
  'features/visits/server/projections.ts': {
    observer_counts: 'visits are counted beside their observer',
  },
  'features/notes/server/projections.ts': {
    visits: 'notes are counted in the row of their visit',
  },
  'features/answers/server/projections.ts': {
    visits: 'answers are counted in the row of their visit',
  },
  'features/history/server/erasing-queries.ts': {
    history: 'every feature appends through kit; what is erased of a line is sealed here',
  },
}

/** Files that write tables named elsewhere, and where these are checked. */
const doers: Readonly<Record<string, string>> = {
  'kit/server/projections/projection.ts': 'each projection names its table',
  'features/elections/server/copy-queries.ts': 'each feature names what is copied of it',
  'features/elections/server/empty-queries.ts': 'each feature names what it loses',
  'features/elections/server/erase-queries.ts': 'each feature names what is erased of it',
  'features/tasks/server/import/rows-queries.ts': 'each feature names the tables of its imports',
}

/** The tables of features that kit reads, and why: all other data is passed to it. */
const readings: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'kit/server/history/history.ts': {
    history_seals: 'files of every feature name the end of the chain',
    sealing_refused: 'the first feature tells of it, and the last one writes it',
  },
}

/** The exceptions. */
type Leave = {
  readonly exceptions: Readonly<Record<string, Readonly<Record<string, string>>>>
  readonly doers: Readonly<Record<string, string>>
  readonly readings: Readonly<Record<string, Readonly<Record<string, string>>>>
}

type House = {
  /** Sources by path from the root. */
  readonly sources: ReadonlyMap<string, string>
  /** Every table. */
  readonly schema: readonly string[]
  readonly owners: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

/** Violations of table ownership. */
export function faultsOf(
  { sources, schema, owners }: House,
  leave: Leave = { exceptions, doers, readings },
): string[] {
  const having = ownersOf(owners)
  const of = (path: string, text: string) => judged(path, text, { schema, having, ...leave })
  return [
    ...schema.filter((table) => !having.has(table)).map((table) => `${table}: has no owner`),
    ...[...having].flatMap(([table, [first, ...others]]) => [
      ...(schema.includes(table) ? [] : [`${table}: ${first} has it, and it is not there`]),
      ...others.map((other) => `${table}: both ${first} and ${other} have it`),
    ]),
    ...[...sources].flatMap(([path, text]) => (isTest(path) ? [] : of(path, text))),
    ...Object.values(leave)
      .flatMap((some) => Object.keys(some))
      .filter((path) => !sources.has(path))
      .map((path) => `${path}: is excused, and is not there`),
  ]
}

type Having = ReadonlyMap<string, readonly string[]>

function ownersOf(owners: House['owners']): Having {
  const having = new Map<string, string[]>()
  for (const [owner, own] of Object.entries(owners))
    for (const table of Object.keys(own)) having.set(table, [...(having.get(table) ?? []), owner])
  return having
}

type Known = Leave & { readonly schema: readonly string[]; readonly having: Having }

function judged(path: string, text: string, known: Known): string[] {
  const { schema, having, exceptions, doers, readings } = known
  const code = withoutComments(text)
  const who = partOf(path)
  const isForeign = (table: string) => schema.includes(table) && !having.get(table)?.includes(who)
  const isDoer = doers[path] !== undefined
  const { named, beside, isPutTogether } = writtenIn(code, schema)
  const foreign = [...new Set([...named, ...(isDoer ? [] : beside)])].filter(isForeign)
  const excused = exceptions[path] ?? {}
  return [
    ...doerFaults(path, { isDoer, isPutTogether, isNamed: beside.length > 0 }),
    ...foreign.flatMap((table) =>
      foreignFaults(path, table, having.get(table)?.[0] ?? '', excused),
    ),
    ...Object.keys(excused)
      .filter((table) => !foreign.includes(table))
      .map((table) => `${path}: does not write ${table}, and need not be excused`),
    ...(who === 'kit' ? readFaults(path, code, { isForeign, excused: readings[path] ?? {} }) : []),
  ]
}

function doerFaults(
  path: string,
  is: { readonly isDoer: boolean; readonly isPutTogether: boolean; readonly isNamed: boolean },
): string[] {
  if (is.isDoer) return is.isPutTogether ? [] : [`${path}: names all that it writes`]
  return is.isPutTogether && !is.isNamed ? [`${path}: writes a table that it does not name`] : []
}

function foreignFaults(
  path: string,
  table: string,
  owner: string,
  excused: Readonly<Record<string, string>>,
): string[] {
  if (excused[table] === undefined) return [`${path}: writes ${table}, which ${owner} has`]
  const isUpward = features.indexOf(owner) > features.indexOf(partOf(path))
  return isUpward ? [`${path}: writes ${table} of ${owner}, which comes after it`] : []
}

/**
 * `answers` of `features/answers/server/queries.ts`; `kit`, `apps`; `places` of `database/functions/places.sql`: a
 * function belongs to the feature that its file is named after, and writes no other feature's tables.
 */
function partOf(path: string): string {
  const [, ofFunctions] = /^database\/functions\/(\w+)\.sql$/.exec(path) ?? []
  if (ofFunctions) return features.includes(ofFunctions) ? ofFunctions : 'kit'
  return path.split('/')[path.startsWith('features/') ? 1 : 0] ?? ''
}

const isTest = (path: string) => /\.test\.tsx?$|\/testing[a-z-]*\.tsx?$/.test(path)

const withoutComments = (text: string) =>
  text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/(^|\s)(\/\/|--\s).*$/gm, '$1')

/** As in Kysely, and as in SQL; `update` in `for update of` and `do update set` is followed by no table. */
const calls = /\.(?:insertInto|updateTable|deleteFrom|mergeInto|replaceInto)\(\s*(?:'(\w+)|(\w))/g
const statements =
  /\b(?:insert\s+into|merge\s+into|delete\s+from|truncate(?:\s+table)?|update)\s+(?:only\s+)?(?:([a-z_]+)|(\$\{))/g
/** In counters, and in what features declare for copying, emptying or erasing an election. */
const lists = /\btables?: (?:'(\w+)'|\[([^\]]*)\])/g

function writtenIn(code: string, schema: readonly string[]) {
  const found = [...code.matchAll(calls), ...code.matchAll(statements)]
  const named = new Set(found.flatMap(([, table]) => (table ? [snakeOf(table)] : [])))
  for (const [, one = '', several = ''] of code.matchAll(lists))
    for (const table of [one, ...quotedIn(several)]) named.add(table)
  const isPutTogether = found.some(([, , elsewhere]) => elsewhere)
  // Dynamic SQL may write any table that is named beside it, other than in the type of an id.
  const quoted = isPutTogether ? quotedIn(code.replaceAll(/\bId<'\w+'>/g, '')) : []
  return { named, beside: quoted.filter((word) => schema.includes(word)), isPutTogether }
}

const quotedIn = (code: string) => [...code.matchAll(/'([a-z_]+)'/g)].map(([, word = '']) => word)

const snakeOf = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const reads = /(?:\b(?:from|join)\s+(?:only\s+)?|\.(?:selectFrom|\w*[jJ]oin)\(\s*')(\w+)/g

function readFaults(
  path: string,
  code: string,
  {
    isForeign,
    excused,
  }: {
    readonly isForeign: (table: string) => boolean
    readonly excused: Readonly<Record<string, string>>
  },
): string[] {
  const read = new Set([...code.matchAll(reads)].map(([, table = '']) => snakeOf(table)))
  return [
    ...[...read]
      .filter((table) => isForeign(table) && excused[table] === undefined)
      .map((table) => `${path}: reads ${table}, which a feature has`),
    ...Object.keys(excused)
      .filter((table) => !read.has(table))
      .map((table) => `${path}: does not read ${table}, and need not be excused`),
  ]
}

/** Differences in the tables' document: `| feature | tables | why |`. */
export function documentFaults(document: string, { schema, owners }: Omit<House, 'sources'>) {
  const having = ownersOf(owners)
  const listed = [...document.matchAll(/^\| ([a-z]+) \| ((?:`[a-z_]+`(?:, )?)+) \|/gm)].flatMap(
    ([, owner = '', named = '']) =>
      [...named.matchAll(/`([a-z_]+)`/g)].map(([, table = '']) => ({ owner, table })),
  )
  const missing = schema.filter((one) => !listed.some(({ table }) => table === one))
  const wrong = listed.filter(({ owner, table }) => !having.get(table)?.includes(owner))
  return [
    ...missing.map((table) => `docs/database.md: does not say who has ${table}`),
    ...wrong.map(({ owner, table }) => `docs/database.md: ${owner} does not have ${table}`),
  ]
}

async function main(): Promise<void> {
  const paths = await glob([
    '{kit,features,apps}/**/*.ts',
    'database/functions/*.sql',
    '!**/*.gen.ts',
  ])
  const read = paths.map(async (path) => [path, await readFile(path, 'utf8')] as const)
  const sources = new Map(await Promise.all(read))
  const written = await readFile('database/schema.gen.ts', 'utf8')
  const schema = [...written.matchAll(/^ {2}(\w+): \{$/gm)].map(([, name = '']) => snakeOf(name))
  const known = { schema, owners: tables }
  const faults = [
    ...faultsOf({ sources, ...known }),
    ...documentFaults(await readFile('docs/database.md', 'utf8'), known),
  ]
  for (const fault of faults) console.error(fault)
  process.exitCode = faults.length > 0 ? 1 : 0
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await main()
