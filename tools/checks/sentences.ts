import { readFile } from 'node:fs/promises'
import { posix } from 'node:path'
import { pathToFileURL } from 'node:url'
import { glob } from 'tinyglobby'
import { parseSync, Visitor } from 'vite'
import { bareWordsIn } from './sentences-screens.ts'
import { placeholdersIn, valueFaults } from './sentences-values.ts'
import { listsOf, wordingFaults } from './sentences-wording.ts'

type Program = ReturnType<typeof parseSync>['program']

/** For each dynamic lookup of a sentence (`path name`, for `name[word]`): which ones. */
export type Choices = Readonly<Record<string, readonly string[]>>

/** Sentences are named `features/answers/copy.ts say.total`, lists of them without the last word. */
type Usage = {
  readonly used: Set<string>
  /** The lists used in dynamic lookups, by place. */
  readonly chosenFrom: Map<string, string>
}

const milestoneKinds = ['arrival', 'station-info', 'form', 'question', 'message']
const states = ['not-yet', 'due', 'in-part', 'done', 'late', 'excused']

/** A sentence used only by a dynamic lookup would look unused. */
const choices: Choices = {
  'apps/web/frame/live-dot.tsx say': ['live', 'behind', 'connecting', 'reconnecting'],
  'features/contacts/web/glance.tsx say': ['note', 'report', 'message', 'sign-in'],
  'features/incidents/web/incident-fields.tsx words': ['owner', 'escalateTo'],
  'features/milestones/columns.ts say': states,
  'features/milestones/server/copied-queries.ts say': milestoneKinds,
  'features/milestones/web/deployment/expected-filters.tsx say': states,
  'features/milestones/web/deployment/state-mark.tsx say': states,
  'features/milestones/web/milestones/milestone-columns.tsx say': milestoneKinds,
  'features/milestones/web/milestones/subject-fields.tsx say': milestoneKinds,
  'features/notifications/web/message-form.tsx say': ['title', 'message'],
  'features/session/web/account-menu.tsx say': ['system', 'light', 'dark'],
  'features/stations/columns.ts say': ['isOpen', 'isReopened', 'isSettled'],
  'features/stations/web/differences/difference-columns.tsx say': [
    'isOpen',
    'isReopened',
    'isSettled',
  ],
  'features/tasks/web/import/import-rows.tsx say': ['added', 'changed', 'unchanged', 'wrong'],
  'features/visits/web/station-info.tsx say': [
    'numberOfVotersOnTheList',
    'numberOfCommissionMembers',
    'numberOfFemaleMembers',
    'minPresentMembers',
    'chairmanPresence',
    'singlePollingStationOrCommission',
    'adequatePollingStationSize',
  ],
}

/** The faults in the screens' sentences; `sources` are texts by path from the root. */
export function faultsOf(sources: ReadonlyMap<string, string>, declared: Choices): string[] {
  const programs = [...sources].map(
    ([path, source]) => [path, parseSync(path, source).program] as const,
  )
  const ofType = new Set(
    programs
      .filter(([path]) => isCopy(path))
      .flatMap(([path, program]) => listsOfType(path, program)),
  )
  const usage: Usage = { used: new Set(), chosenFrom: new Map() }
  for (const [path, program] of programs) noteUsage(path, program, usage)
  for (const [place, list] of usage.chosenFrom) if (ofType.has(list)) usage.chosenFrom.delete(place)
  const unknown = choiceFaults(usage, declared)
  const placeholders = new Map(
    programs.flatMap(([path, program]) => (isCopy(path) ? placeholdersIn(path, program) : [])),
  )
  return programs
    .flatMap(([path, program]) => {
      const inFile = isCopy(path)
        ? [...wordingFaults(program), ...unusedIn(path, program, usage.used)]
        : [...bareWordsIn(program), ...valueFaults(program, listsIn(path, program), placeholders)]
      return inFile.map((fault) => `${path}: ${fault}`)
    })
    .concat(unknown)
}

const isCopy = (path: string) => /\/(copy|feature)\.ts$/.test(path)

/** Any of these may be chosen anywhere. */
const listsOfType = (path: string, program: Program): string[] =>
  [...listsOf(program)].filter(([, { isOfType }]) => isOfType).map(([name]) => `${path} ${name}`)

/** Records a file's uses of the sentences that it imports. */
function noteUsage(path: string, program: Program, { used, chosenFrom }: Usage): void {
  const lists = listsIn(path, program)
  new Visitor({
    MemberExpression: ({ object, property, computed }) => {
      const list = object.type === 'Identifier' ? lists.get(object.name) : undefined
      if (object.type !== 'Identifier' || list === undefined) return
      if (property.type === 'Identifier' && !computed) used.add(`${list}.${property.name}`)
      else chosenFrom.set(`${path} ${object.name}`, list)
    },
  }).visit(program)
}

/** The lists of sentences that a file knows, by their names there. */
function listsIn(path: string, program: Program): Map<string, string> {
  const lists = new Map<string, string>()
  new Visitor({
    ImportDeclaration: ({ source, specifiers }) => {
      const from = source.value.startsWith('#')
        ? source.value.slice(1)
        : posix.join(posix.dirname(path), source.value)
      if (!isCopy(from)) return
      for (const one of specifiers)
        if (one.type === 'ImportSpecifier' && one.imported.type === 'Identifier')
          lists.set(one.local.name, `${from} ${one.imported.name}`)
    },
  }).visit(program)
  if (isCopy(path)) for (const list of listsOf(program).keys()) lists.set(list, `${path} ${list}`)
  return lists
}

/** Counts declared dynamic lookups as uses; an undeclared or obsolete one is a fault. */
function choiceFaults({ used, chosenFrom }: Usage, declared: Choices): string[] {
  const undeclared = [...chosenFrom.keys()].filter((place) => !declared[place])
  const outdated = Object.keys(declared).filter((place) => !chosenFrom.has(place))
  for (const [place, list] of chosenFrom)
    for (const name of declared[place] ?? []) used.add(`${list}.${name}`)
  return [
    ...undeclared.map(
      (place) => `${place}: chooses a sentence; tools/checks/sentences.ts must say which`,
    ),
    ...outdated.map((place) => `${place}: chooses no sentence any more`),
  ]
}

function unusedIn(path: string, program: Program, used: ReadonlySet<string>): string[] {
  return [...listsOf(program)]
    .filter(([, { isOfType }]) => !isOfType)
    .flatMap(([list, { sentences }]) => [...sentences.keys()].map((name) => `${list}.${name}`))
    .filter((name) => !used.has(`${path} ${name}`))
    .map((name) => `unused: ${name}`)
}

async function main(): Promise<void> {
  const paths = await glob([
    '{features,apps}/**/*.tsx',
    '{features,apps}/**/*.ts',
    'kit/web/**/*.{ts,tsx}',
    '!**/*.test.*',
    '!**/testing*',
    '!apps/web/gallery/**',
  ])
  const read = paths.sort().map(async (path) => [path, await readFile(path, 'utf8')] as const)
  const faults = faultsOf(new Map(await Promise.all(read)), choices)
  for (const fault of faults) console.error(fault)
  process.exitCode = faults.length > 0 ? 1 : 0
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await main()
