import { readFileSync } from 'node:fs'

/** What the build puts into the web app; for the server these are nothing it needs to run. */
const inPage = [
  '@fontsource-variable/source-sans-3',
  '@tanstack/react-query',
  '@tanstack/react-router',
  'intl-messageformat',
  'react',
  'react-aria-components',
  'react-dom',
  'tailwindcss',
]

type Names = Readonly<Record<string, string>>
type Locked = {
  readonly version: string
  readonly license?: string
  readonly integrity?: string
  readonly resolved?: string
  readonly dependencies?: Names
  readonly optionalDependencies?: Names
}

/** Every package that the lock file names, by its folder: what only builds and tests among them. */
export const { packages: locked } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  readonly packages: Readonly<Record<string, Locked>>
}

/** Folder of a package that we ship, and the folder of the one that asks for it: `''` is ours. */
type Reached = ReadonlyMap<string, string>

/** Where Node would find a package that is asked for from a folder of the lock file. */
function find(name: string, from: string): string | undefined {
  const path = `${from === '' ? '' : `${from}/`}node_modules/${name}`
  if (locked[path]) return path
  return from === ''
    ? undefined
    : find(name, from.replace(/(^|\/)node_modules\/[^/]+(\/[^/]+)?$/, ''))
}

/** In rings, so that the way to a package is the shortest there is. */
function reach(names: readonly string[]): Reached {
  const found = new Map<string, string>()
  const asked = names.map((name) => ({ name, from: '' }))
  for (const { name, from } of asked) {
    const path = find(name, from)
    if (path === undefined || found.has(path)) continue
    found.set(path, from)
    const { dependencies, optionalDependencies } = locked[path] ?? {}
    for (const next of Object.keys({ ...dependencies, ...optionalDependencies }))
      asked.push({ name: next, from: path })
  }
  return found
}

const { dependencies, optionalDependencies } = locked[''] ?? {}

/** What the server cannot run without. */
export const onServer = reach(Object.keys({ ...dependencies, ...optionalDependencies }))

/** What a browser is sent. */
export const inBrowser = reach(inPage)

/** The name of a package, of its folder in the lock file. */
export const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 13)

/** How a package comes to us: the one that we ask for first, itself last. Empty: we do not ship it. */
export function wayOf(path: string): readonly string[] {
  const from = onServer.get(path) ?? inBrowser.get(path)
  if (from === undefined) return []
  return [...wayOf(from), nameOf(path)]
}
