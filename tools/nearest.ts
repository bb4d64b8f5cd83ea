import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Server tests and browser stories, by path or prefix. */
type Nearest = { readonly tests: readonly string[]; readonly stories: readonly string[] }

/** Tests of every call: who may make it, its effects and events, and its refusals. */
const everyCall = [
  ...['access', 'isolation', 'openapi', 'problems'].map((name) => `tests/calls/${name}.test.ts`),
  'tests/records/history.test.ts',
]

/**
 * The tests that a change is most likely to break: those of the same feature or folder, those of every call if a feature's
 * routes change, and stories named after the feature.
 * @param stories the paths of all stories
 */
export function nearestTo(paths: readonly string[], stories: readonly string[]): Nearest {
  const sorted = (found: readonly string[]) => [...new Set(found)].sort()
  return {
    tests: sorted(paths.flatMap(testsNear)),
    stories: sorted(paths.flatMap((path) => storiesNear(path, stories))),
  }
}

function testsNear(path: string): readonly string[] {
  const [layer, feature] = path.split('/')
  if (layer === 'features')
    return [`features/${feature}/`, ...(path.includes('/web/') ? [] : everyCall)]
  // The tests of a program are elsewhere, under the same name.
  if (/^apps\/(server|cli)\//.test(path)) return [`/${basename(path).replace(/\.ts$/, '.')}`]
  const isCode = /\.(tsx?|mjs|sql)$/.test(path) && layer !== 'e2e'
  return isCode ? [`${dirname(path).replace(/^database\/.*/, 'database')}/`] : []
}

function storiesNear(path: string, stories: readonly string[]): readonly string[] {
  if (path.endsWith('.e2e.ts')) return [path]
  const feature = /^features\/([^/]+?)s?\//.exec(path)?.[1]
  if (feature === undefined) return []
  return stories.filter((story) => basename(story).startsWith(feature))
}

/** Prints the tests nearest to all changes since a commit, for `npm test -- --changed`. */
function main([commit = 'HEAD']: readonly string[]): void {
  const ask = (...args: readonly string[]) =>
    execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean)
  const paths = [
    ...ask('diff', '--name-only', commit),
    ...ask('ls-files', '-o', '--exclude-standard'),
  ]
  const stories = readdirSync('e2e', { encoding: 'utf8', recursive: true })
    .filter((name) => name.endsWith('.e2e.ts'))
    .map((name) => join('e2e', name))
  console.log(JSON.stringify(nearestTo(paths, stories)))
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main(process.argv.slice(2))
