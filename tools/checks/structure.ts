import { readFile } from 'node:fs/promises'
import { posix } from 'node:path'
import { pathToFileURL } from 'node:url'
import { glob } from 'tinyglobby'

/** From the ground up. A folder may use itself and what is below it; nothing imports upwards. */
const layers = [
  'kit/contract',
  'database',
  'kit/server',
  'kit/web',
  'features',
  'apps',
  'testing',
  'tests',
  'bench',
  'faults',
]

/**
 * The features, in the same order: each may use the ones before it. Moving a name is an
 * architectural decision.
 */
export const features = [
  'installation',
  'elections',
  'factors',
  'session',
  'invitations',
  'accounts',
  'keys',
  'tasks',
  'views',
  'places',
  'observers',
  'notifications',
  'forms',
  'visits',
  'reviews',
  'incidents',
  'comments',
  'alerts',
  'notes',
  'answers',
  'unplaced',
  'assignments',
  'calls',
  'milestones',
  'reminders',
  'contacts',
  'telephone',
  'stations',
  'statistics',
  'map',
  'situation',
  'handover',
  'export',
  'search',
  'analysis',
  'hooks',
  'history',
]

/** Every file a feature may hold. A new kind of file starts as a line here, in review. */
const vocabulary = [
  /^(([a-z]+-)?contract|feature|fields|([a-z]+-)?domain|columns|copy)\.ts$/,
  // The rules of a format of files.
  /^[a-z]+\/([a-z]+-)?domain\.ts$/,
  /^server\/([a-z-]+\/)?(feature|([a-z]+-)*(queries|routes)|jobs|emails|runs|recognise|attempt|tries|device|projections|prove|subjects|verify|links|store|tables)\.ts$/,
  // Among them `pages.tsx`: its routes, and where menus have them.
  /^web\/([a-z-]+\/)?[a-z-]+\.tsx?$/,
]

/**
 * The files that one feature may import from another: its meaning, its queries, its components. Its declarations
 * (`feature.ts`, `server/feature.ts`, `web/pages.tsx`) are for `apps`, which folds over all of them.
 */
const surface =
  /^(([a-z]+-)?(contract|domain)|fields|columns|copy)\.ts$|^server\/([a-z-]+\/)?(([a-z]+-)*queries|emails|recognise|subjects|verify|runs|store)\.ts$|^web\/(?!pages\.tsx$)/

/** The only places that may import a library, by path prefix. */
const homes: Readonly<Record<string, readonly string[]>> = {
  pg: ['database/', 'bench/', 'faults/'],
  '@aws-sdk/client-s3': ['kit/server/files/bucket.ts'],
  '@node-rs/argon2': ['kit/server/security/password.ts', 'faults/random/field.ts'],
  'eventsource-parser': ['kit/web/read/live.ts'],
  'eventsource-parser/stream': ['kit/web/read/live.ts'],
  jose: [
    'kit/server/security/secrets.ts',
    'kit/server/push/push-fcm.ts',
    'faults/random/phones/phone.ts',
  ],
  'libphonenumber-js': ['kit/server/phone-number.ts'],
  'maplibre-gl': ['features/map/web/'],
  mediabunny: ['kit/server/files/film.ts'],
  'modern-tar': ['apps/backup/write-archive.ts', 'apps/backup/read-archive.ts'],
  nodemailer: ['kit/server/mail/mail-smtp.ts'],
  pmtiles: ['features/map/web/'],
  proj4: ['kit/server/reference-system.ts'],
  standardwebhooks: ['features/hooks/server/attempt.ts'],
  saxen: ['kit/server/sheets/workbook-xml.ts'],
  sharp: ['kit/server/files/picture.ts'],
  'web-push': ['kit/server/push/push-web.ts'],
  yazl: ['kit/server/files/zip.ts', 'kit/server/sheets/spreadsheet.ts'],
}

type Place = { readonly layer: string; readonly feature: string; readonly file: string }

/** Violations of the structure; `sources` are texts by path from the root. */
export function faultsOf(sources: ReadonlyMap<string, string>): string[] {
  return [...sources].flatMap(([path, source]) => {
    const here = placeOf(path)
    const faults = namingFaults(path, here)
    if (isTest(path)) return faults
    return [...faults, ...importFaults(path, here, source), ...homeFaults(path, source)]
  })
}

const isTest = (path: string) =>
  /\.test\.tsx?$|\/testing[a-z-]*\.tsx?$|^(testing|tests)\//.test(path)

function namingFaults(path: string, { layer, feature, file }: Place): string[] {
  if (layer === '') return [`${path}: belongs to no layer`]
  if (/(^|\/)(index|utils?|helpers?|common|types|misc)\.tsx?$/.test(path))
    return [`${path}: a file is named after what it holds`]
  if (layer !== 'features') return []
  if (!features.includes(feature)) return [`${path}: no such feature`]
  const isKnown = isTest(path) || vocabulary.some((word) => word.test(file))
  return isKnown ? [] : [`${path}: not a file a feature may hold`]
}

const imported = /(?:from|import|import\()\s*'([#.][^']+)'/g

function importFaults(path: string, here: Place, source: string): string[] {
  return [...source.matchAll(imported)].flatMap(([, target = '']) => {
    const there = placeOf(
      target.startsWith('#') ? target.slice(1) : posix.join(posix.dirname(path), target),
    )
    if (layers.indexOf(there.layer) > layers.indexOf(here.layer))
      return [`${path}: ${here.layer} may not use ${there.layer}`]
    const isForeign = there.layer === 'features' && here.feature !== there.feature
    return here.layer === 'features' && isForeign ? neighbourFaults(path, here, there) : []
  })
}

const named = /(?:from|import|import\()\s*'([^'#.][^']*)'/g

const homeFaults = (path: string, source: string): string[] =>
  [...source.matchAll(named)].flatMap(([, library = '']) => {
    const own = homes[library] ?? [path]
    if (own.some((home) => path.startsWith(home))) return []
    return [`${path}: only ${own.join(', ')} may use ${library}`]
  })

function neighbourFaults(path: string, here: Place, there: Place): string[] {
  const faults: string[] = []
  if (features.indexOf(there.feature) > features.indexOf(here.feature))
    faults.push(`${path}: ${here.feature} comes before ${there.feature}`)
  if (!surface.test(there.file))
    faults.push(`${path}: ${there.file} is private to ${there.feature}`)
  return faults
}

function placeOf(path: string): Place {
  const layer = layers.find((name) => path.startsWith(`${name}/`)) ?? ''
  const [feature = '', ...file] = path.slice(layer.length + 1).split('/')
  return { layer, feature: layer === 'features' ? feature : '', file: file.join('/') }
}

/** More files than this are hard to survey; a folder of several things gets subfolders. */
const mostInFolder = 25

/** Sequences that are read by number, and pictures: subfolders would hide the order. */
const numbered = ['database/baseline', 'database/migrations', 'docs/decisions', 'docs/screens']

/** Folders with too many files; `paths` are all paths from the root. */
export function crowdedFolders(paths: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const folder of paths.map(posix.dirname)) counts.set(folder, (counts.get(folder) ?? 0) + 1)
  return [...counts]
    .filter(([folder, count]) => count > mostInFolder && !numbered.includes(folder))
    .map(([folder, count]) => `${folder}: ${count} files, more than ${mostInFolder}`)
}

async function main(): Promise<void> {
  const paths = await glob([
    '{kit,database,features,apps,testing,tests,bench,faults}/**/*.{ts,tsx}',
    '!**/*.gen.ts',
  ])
  const read = paths.map(async (path) => [path, await readFile(path, 'utf8')] as const)
  const everything = await glob(['**'], {
    ignore: ['node_modules', 'dist', 'data', 'test-results', 'playwright-report'],
  })
  const faults = [...faultsOf(new Map(await Promise.all(read))), ...crowdedFolders(everything)]
  for (const fault of faults) console.error(fault)
  process.exitCode = faults.length > 0 ? 1 : 0
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await main()
