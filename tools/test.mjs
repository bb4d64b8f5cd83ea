// `npm test`: everything but the slow tests, from a fresh checkout; `npm run test:all` (`--all`): everything.
// `--only types style …` selects, and `--changed` what is nearest to what is not committed.
import './memory.mjs'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { helpIfAsked } from './help.mjs'
import { resultsInBrowser, resultsOnServer, retriedTwice } from './outcomes.mjs'
import { ensureInstalled, root } from './prepare.mjs'

const total = { passed: 0, failed: 0 }
/** The outcome of every test of the server and in a browser. */
const results = []
/** Failures outside of these tests, repeated at the end: a log of two thousand tests is long. */
const troubles = []
/** Remarks repeated at the end although nothing failed. */
const remarks = []

const tsx = (file, ...args) => [process.execPath, '--import', 'tsx', file, ...args]

/** The commands of each check. The first to fail ends the run. */
const checks = {
  types: () => [tool('tsc', '-b', ...(near ? [] : ['--force']))],
  generated: () => [
    tsx('database/generate-schema.ts', '--check'),
    tsx('tools/generate/grammar.ts', '--check'),
  ],
  style: () => [tool('biome', 'ci', '--error-on-warnings', '.')],
  unused: () => [tool('knip')],
  structure: () => [tsx('tools/checks/structure.ts')],
  owners: () => [tsx('tools/checks/owners.ts')],
  subjects: () => [tsx('tools/checks/subjects.ts')],
  words: () => [tsx('tools/checks/words.ts')],
  links: () => [tsx('tools/checks/links.ts')],
  sentences: () => [tsx('tools/checks/sentences.ts')],
  licences: () => [tsx('tools/checks/licences.ts')],
}
/** Checks run in two lanes, as the compiler keeps one core busy as long as all others take. */
const firstLane = ['types', 'generated']

/**
 * These mostly wait for restarts and time, and their measurements are not judged: they run side by side. The output of
 * the first is shown as it comes, of the others when they end.
 */
const beside = {
  oldest: () => testServer('oldest', ['oldest']),
  faults: strikeBriefly,
  bench: benchBriefly,
}

/** All of these run, so that one report shows everything that is wrong. */
const suites = {
  advisories: listAdvisories,
  server: () => testServer('server', near ? ['unit', 'newest'] : ['unit', 'newest', 'statements']),
  ...beside,
  build: buildAll,
  browser: testInBrowser,
}
/** Whole suites that are slow; single tests carry a tag in their files. */
const slow = Object.keys(beside)
/** Runs only when named: the workflow has a job for it. */
const onRequest = ['bench']

const asked = process.argv.slice(2)
const isAll = asked[0] === '--all'
if (isAll) asked.shift()
helpIfAsked(isAll ? 'test:all' : 'test', asked)
/** Which part of the stories: 1/2 is their first half. */
const [, shard] = asked.includes('--shard') ? asked.splice(asked.indexOf('--shard'), 2) : []
const named = asked[0] === '--changed' ? undefined : choose(asked)
ensureInstalled()
/** The tests nearest to a change; undefined: more was requested. */
const near = named ? undefined : nearestTo(asked.slice(1))
const chosen = named ?? chooseNear(near)
/** The tests nearest to a change are few: slow ones run as well. */
const isQuick = !isAll && !near
const reports = mkdtempSync(join(tmpdir(), 'veghe-reports-'))
await runAll()
rmSync(reports, { recursive: true, force: true })
const again = new Set(retriedTwice(join(root, 'node_modules/.cache/retried-tests.json'), results))
total.passed -= again.size
total.failed += again.size
const titles = { failed: 'FAILED', retried: 'PASSED ON RETRY' }
for (const { name, why, outcome } of [...results, ...troubles]) {
  if (outcome === 'passed') continue
  const isAgain = outcome === 'retried' && again.has(name)
  const title = isAgain ? 'FAILED: passed on retry, as in its last run:' : titles[outcome]
  console.log(`\n${title} ${name}\n${why.slice(0, 6000)}`)
}
for (const remark of remarks) console.log(`\n${remark}`)
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed > 0 ? 1 : 0

function nearestTo(commit) {
  const [command, ...args] = tsx('tools/nearest.ts', ...commit)
  const { stdout } = spawnSync(command, args, { cwd: root, encoding: 'utf8' })
  return JSON.parse(stdout)
}

/** All checks, which are quick, and the suites with something near. */
function chooseNear({ tests, stories }) {
  return [
    ...Object.keys(checks),
    ...(tests.length > 0 ? ['server'] : []),
    ...(stories.length > 0 ? ['build', 'browser'] : []),
  ]
}

function choose(args) {
  const names = [...Object.keys(checks), ...Object.keys(suites)]
  const left = isAll ? onRequest : slow
  if (args.length === 0) return names.filter((name) => !left.includes(name))
  const wanted = args.slice(1).flatMap((arg) => arg.split(','))
  if (args[0] === '--only' && wanted.every((name) => names.includes(name))) return wanted
  console.error(`Usage: npm test -- --changed | --only ${names.join(' ')} [--shard 1/2]`)
  process.exit(2)
}

async function runAll() {
  const names = Object.keys(checks).filter((name) => chosen.includes(name))
  const lanes = [
    names.filter((name) => firstLane.includes(name)),
    names.filter((name) => !firstLane.includes(name)),
  ]
  const failed = (await Promise.all(lanes.map(check))).filter((isFine) => !isFine)
  total.failed += failed.length
  if (failed.length > 0) return
  const left = new Map(Object.entries(suites).filter(([name]) => chosen.includes(name)))
  for (const name of left.keys()) {
    const group = name in beside ? [...left.keys()].filter((other) => other in beside) : [name]
    await Promise.all(group.map((one) => timed(one, left.get(one))))
    for (const one of group) left.delete(one)
  }
}

/** Runs checks one after the other, to the first failure. */
async function check(names) {
  for (const name of names) {
    const step = async () => {
      for (const command of checks[name]()) {
        const { said, isFine } = await hear(command)
        process.stdout.write(said)
        if (!isFine) return false
      }
      return true
    }
    if (!(await timed(name, step))) return false
  }
  return true
}

async function timed(name, step) {
  if (!(name in beside || name in checks)) console.log(`\n— ${name}`)
  const from = performance.now()
  const isFine = await step()
  const seconds = ((performance.now() - from) / 1000).toFixed(1)
  console.log(`— ${name}: ${isFine ? 'passed' : 'FAILED'} in ${seconds} s`)
  return isFine
}

/** Among those that all run: advisories published overnight must not hide the tests' results. */
function listAdvisories() {
  const [command, ...args] = tsx('tools/advisories.ts')
  const stdio = ['ignore', 'pipe', 'inherit']
  const { status, stdout } = spawnSync(command, args, { cwd: root, stdio, encoding: 'utf8' })
  process.stdout.write(stdout)
  remarks.push(stdout.trim().split('\n').at(-1))
  return count(status === 0, 0, 0)
}

async function testServer(name, projects) {
  const file = join(reports, `${name}.json`)
  const flags = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const some = projects.flatMap((project) => ['--project', project])
  const quick = isQuick ? ['--tagsFilter', '!slow'] : []
  const command = tool('vitest', 'run', ...flags, ...some, ...quick, ...(near?.tests ?? []))
  // What the oldest PostgreSQL runs after it is not run on the newest as well.
  const env = chosen.includes('oldest') ? { OLDEST_TOO: '1' } : {}
  const isFine = await runBeside(command, env)
  const report = readReport(file)
  take(name, resultsOnServer(report, root), isFine)
  return count(isFine, report?.numPassedTests ?? 0, report?.numFailedTests ?? 0)
}

/**
 * Runs some of the faults and operations of `npm run test:faults`, others each evening. Of floods it judges only whether
 * reports are refused, not waiting times.
 */
function strikeBriefly() {
  const run = (parts) => {
    const what = ['--only', parts, '--times', '1', '--operations', '500', '--brief']
    return tsx('faults/run.ts', ...what)
  }
  return runHeard('faults', [run('evening,upgrade,disk'), run('random,floods')])
}

/** Proves that the measurements work; their results mean nothing. */
function benchBriefly() {
  // Some of it runs in a browser; without one, it says so itself.
  isInstalled('chromium')
  return runHeard('bench', [tsx('bench/run.ts', '--brief')])
}

function buildAll() {
  return count(run([process.execPath, 'tools/build.mjs']) && run(tsx('tools/weigh.ts')), 0, 0)
}

function testInBrowser() {
  // Cheaper than the whole browser, which will do where there is no package of it.
  if (!isInstalled('chromium-headless-shell') && !isInstalled('chromium')) {
    console.error('Chromium is missing: install it (Debian: apt-get install chromium)')
    return count(false, 0, 0)
  }
  const file = join(reports, 'browser.json')
  const some = [
    ...(isQuick ? ['--grep-invert', '@slow'] : []),
    ...(shard ? ['--shard', shard] : []),
  ]
  const stories = near?.stories ?? []
  const command = tool('playwright', 'test', '--reporter=list,json', ...some, ...stories)
  const isFine = run(command, { PLAYWRIGHT_JSON_OUTPUT_NAME: file })
  const report = readReport(file)
  take('browser', resultsInBrowser(report), isFine)
  const { expected = 0, flaky = 0, unexpected = 0 } = report?.stats ?? {}
  return count(isFine, expected + flaky, unexpected)
}

function isInstalled(name) {
  const isThere = () => existsSync(`/usr/bin/${name}`)
  if (isThere() || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return isThere()
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  run(['apt-get', 'update', '-q'], env)
  run(['apt-get', 'install', '-q', '-y', '--no-install-recommends', name], env)
  return isThere()
}

/** An error outside of any test is printed where the suite ran; the end names at least the suite. */
function take(name, ofSuite, isFine) {
  results.push(...ofSuite)
  if (isFine || ofSuite.some(({ outcome }) => outcome === 'failed')) return
  const why = 'No test failed, but something outside of a test did.'
  troubles.push({ name, why, outcome: 'failed' })
}

/** A suite may fail without a failed test: it did not load, or a handle was left open. */
function count(isFine, passed, failed) {
  total.passed += passed
  total.failed += isFine ? failed : Math.max(failed, 1)
  return isFine && failed === 0
}

/** Programs without tests to count: when one fails, its last output is repeated at the end. */
async function runHeard(name, commands) {
  const ended = await Promise.all(commands.map(hear))
  console.log(`\n— ${name}`)
  for (const { said, isFine } of ended) {
    process.stdout.write(said)
    if (!isFine) troubles.push({ name, why: said.slice(-6000), outcome: 'failed' })
  }
  const areFine = ended.every(({ isFine }) => isFine)
  return count(areFine, 0, 0)
}

/** As `run`, while others run. */
async function runBeside([command, ...args], env) {
  const shell = command.endsWith('.cmd')
  const options = { cwd: root, stdio: 'inherit', shell, env: { ...process.env, ...env } }
  const [status] = await once(spawn(command, args, options), 'close')
  return status === 0
}

/** Runs a program to its end; resolves with what it printed. */
async function hear([command, ...args]) {
  const shell = command.endsWith('.cmd')
  const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'], shell })
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (chunk) => (said += chunk))
  const [status] = await once(child, 'close')
  return { said, isFine: status === 0 }
}

function readReport(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}

function tool(name, ...args) {
  const suffix = process.platform === 'win32' ? '.cmd' : ''
  return [join(root, 'node_modules/.bin', name + suffix), ...args]
}

function run([command, ...args], env = {}) {
  const shell = command.endsWith('.cmd')
  const options = { cwd: root, stdio: 'inherit', shell, env: { ...process.env, ...env } }
  return spawnSync(command, args, options).status === 0
}
