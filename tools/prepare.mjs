// The preconditions of all our programs. This file and those that import it at their top may import only Node's own
// modules: there may be no node_modules yet.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of the checkout. */
export const root = fileURLToPath(new URL('..', import.meta.url))

const sources = [
  'kit',
  'database',
  'features',
  'apps',
  'vite.config.ts',
  'tools/build.mjs',
  'tools/translations.ts',
]

/** Installs what is missing; exits with one line when Node is too old. */
export function ensureInstalled() {
  checkNode()
  const stamp = join(root, 'node_modules/.veghe-lock')
  const wanted = createHash('sha256').update(read('package-lock.json')).digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  if (!isAsLocked()) {
    const npm = process.env.npm_execpath
    const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
    if (npm?.endsWith('.js')) quietly('Installing…', process.execPath, [npm, ...args])
    else quietly('Installing…', 'npm', args)
  }
  writeFileSync(stamp, wanted)
}

/** Builds when a source differs from the last build. */
export function ensureBuilt() {
  const stamp = join(root, 'dist/.stamp')
  const wanted = hashOfSources()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  quietly('Building…', process.execPath, ['tools/build.mjs'])
  writeFileSync(stamp, wanted)
}

/**
 * Runs one of our built programs in this same process, so that signals reach it, with the rest of the command
 * line.
 */
export async function runBuilt(name, args) {
  const file = join(root, 'dist/server', `${name}.js`)
  process.argv.splice(1, Infinity, file, ...args)
  await import(new URL(`../dist/server/${name}.js`, import.meta.url).href)
}

function checkNode() {
  const { engines } = JSON.parse(read('package.json'))
  const mine = numbers(process.versions.node)
  if (engines.node.split('||').some((range) => isWithin(mine, range.trim()))) return
  console.error(`Veghe needs Node ${engines.node}; this is ${process.versions.node}.`)
  process.exit(1)
}

/** Supports the two forms in package.json: `^1.2.3` and `>=1`. */
function isWithin(mine, range) {
  const least = numbers(range)
  if (range.startsWith('^') && mine[0] !== least[0]) return false
  const at = least.findIndex((number, index) => number !== mine[index])
  return at === -1 || mine[at] > least[at]
}

function numbers(text) {
  return text.match(/\d+/g).map(Number)
}

/** Whether npm itself has just installed this, as after a developer's `npm install`. */
function isAsLocked() {
  const installed = join(root, 'node_modules/.package-lock.json')
  if (!existsSync(installed)) return false
  const have = JSON.parse(readFileSync(installed, 'utf8')).packages
  const want = JSON.parse(read('package-lock.json')).packages
  return Object.entries(want).every(
    ([path, { version, optional, devOptional }]) =>
      path === '' ||
      have[path]?.version === version ||
      // Other platforms' binaries are never installed here.
      (have[path] === undefined && (optional === true || devOptional === true)),
  )
}

/** A command's output is shown only when it fails; then we exit with its code. */
function quietly(title, command, args) {
  console.log(title)
  const shell = process.platform === 'win32' && command === 'npm'
  const outcome = spawnSync(command, args, {
    cwd: root,
    encoding: 'utf8',
    shell,
    maxBuffer: 2 ** 28,
  })
  if (outcome.status === 0) return
  console.error(`${outcome.stdout ?? ''}${outcome.stderr ?? ''}${outcome.error?.message ?? ''}`)
  process.exit(1)
}

function hashOfSources() {
  const hash = createHash('sha256').update(read('package-lock.json')).update(read('package.json'))
  for (const path of sources.flatMap(filesBelow)) hash.update(`\0${path}\0`).update(read(path))
  return hash.digest('hex')
}

function filesBelow(path) {
  if (!existsSync(join(root, path))) return []
  if (path.includes('.')) return [path]
  return readdirSync(join(root, path), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(root.length))
    .sort()
}

function read(path) {
  return readFileSync(join(root, path))
}
