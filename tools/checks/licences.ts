import { inBrowser, locked, nameOf, onServer } from '../shipped.ts'

/**
 * Fails for a shipped package whose licence we may not ship with the MPL, and for a package that could come from elsewhere
 * than the registry, or with other bytes. `--list` prints the shipped packages: name, version, licence, and whether the
 * server or the page uses them.
 */
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

const shipped = [...new Set([...onServer.keys(), ...inBrowser.keys()])]
  .map((path) => {
    const { version = '', license = '' } = locked[path] ?? {}
    const users = [onServer.has(path) && 'server', inBrowser.has(path) && 'page'].filter(Boolean)
    return `| ${nameOf(path)} | ${version} | ${license} | ${users.join(', ')} |`
  })
  .sort()

if (process.argv.includes('--list'))
  console.log(
    ['| package | version | licence | used by |', '|---|---|---|---|', ...new Set(shipped)].join(
      '\n',
    ),
  )
for (const fault of faults) console.error(fault)
process.exitCode = faults.length > 0 ? 1 : 0
