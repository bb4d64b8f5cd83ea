import { readFileSync } from 'node:fs'

/** Packages built into the web app; the server does not need them to run. */
const inPage = [
  '@fontsource-variable/source-sans-3',
  '@noble/hashes',
  '@tanstack/react-query',
  '@tanstack/react-router',
  'intl-messageformat',
  'maplibre-gl',
  'pmtiles',
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

/** Every package in the lock file, by its folder: including those for building and testing. */
export const { packages: locked } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  readonly packages: Readonly<Record<string, Locked>>
}

/** A shipped package's folder, and the folder of the one that depends on it: `''` is ours. */
type Reached = ReadonlyMap<string, string>

/** Where Node would find a package that is imported from a folder of the lock file. */
function find(name: string, from: string): string | undefined {
  const path = `${from === '' ? '' : `${from}/`}node_modules/${name}`
  if (locked[path]) return path
  return from === ''
    ? undefined
    : find(name, from.replace(/(^|\/)node_modules\/[^/]+(\/[^/]+)?$/, ''))
}

/** Breadth first, so that the path to a package is the shortest. */
function reach(names: readonly string[]): Reached {
  const found = new Map<string, string>()
  const queue = names.map((name) => ({ name, from: '' }))
  for (const { name, from } of queue) {
    const path = find(name, from)
    if (path === undefined || found.has(path)) continue
    found.set(path, from)
    const { dependencies, optionalDependencies } = locked[path] ?? {}
    for (const next of Object.keys({ ...dependencies, ...optionalDependencies }))
      queue.push({ name: next, from: path })
  }
  return found
}

const { dependencies, optionalDependencies } = locked[''] ?? {}

/** The server's runtime dependencies. */
export const onServer = reach(Object.keys({ ...dependencies, ...optionalDependencies }))

/** The packages sent to a browser. */
export const inBrowser = reach(inPage)

/** A package's name, from its folder in the lock file. */
export const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 13)

/** The dependency path to a package: our direct dependency first, itself last. Empty: we do not ship it. */
export function wayOf(path: string): readonly string[] {
  const from = onServer.get(path) ?? inBrowser.get(path)
  if (from === undefined) return []
  return [...wayOf(from), nameOf(path)]
}
