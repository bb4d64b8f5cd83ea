import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, expect, inject, test, vi } from 'vitest'
import { isAlive } from '#database/processes.ts'
import { embeddedPid, programs } from './testing-process.ts'

// A database and several programs start in each test.
vi.setConfig({ testTimeout: 120_000 })

const root = fileURLToPath(new URL('../../', import.meta.url))
const { folder, built } = programs()

let undo: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const step of undo.reverse()) await step()
  undo = []
})

/** A checkout in which everything is installed and built, for whoever says `npm start` there. */
async function checkout(): Promise<string> {
  const place = await mkdtemp(join(inject('builds'), 'checkout-'))
  undo.push(() => rm(place, { recursive: true, force: true }))
  for (const name of ['package.json', 'package-lock.json', 'exec.cmd', 'tools'])
    await cp(join(root, name), join(place, name), { recursive: true })
  await symlink(join(root, 'node_modules'), join(place, 'node_modules'), 'junction')
  await mkdir(join(place, 'dist'))
  await cp(built(), join(place, 'dist/server'), { recursive: true })
  // What there is to build is built already.
  await writeFile(join(place, 'tools/build.mjs'), '')
  return place
}

type Process = { readonly pid: number; readonly parent: number; readonly command: string }

/** All that a process has started, and they in turn. */
async function below(pid: number): Promise<readonly Process[]> {
  const { stdout } = await promisify(execFile)('ps', ['-ww', '-eo', 'pid=,ppid=,args='])
  const all = [...stdout.matchAll(/^\s*(\d+)\s+(\d+)\s+(.*)$/gm)].map(
    ([, own, parent, command = '']) => ({ pid: Number(own), parent: Number(parent), command }),
  )
  const found: Process[] = []
  let parents = [pid]
  while (parents.length > 0) {
    const children = all.filter(({ parent }) => parents.includes(parent))
    found.push(...children)
    parents = children.map((child) => child.pid)
  }
  return found
}

/** `npm start`, at a terminal of its own; who is who, once it serves. */
async function npmStart() {
  const cwd = await checkout()
  const DATA_DIR = await folder()
  const own = { PORT: '0', WORKERS: '2', DEMO: 'off', DATA_DIR }
  const npm = spawn('npm', ['start'], {
    cwd,
    // It may have something to say of itself, which it would ask a registry for.
    env: { PATH: process.env['PATH'], HOME: cwd, npm_config_update_notifier: 'false', ...own },
    stdio: ['ignore', 'pipe', 'pipe'],
    // What a terminal sends, it sends to all processes of a group.
    detached: true,
  })
  const exited = once(npm, 'close').then(([code]) => code as number | null)
  let said = ''
  const serving = new Promise<boolean>((resolve) => {
    const hear = (chunk: Buffer) => {
      said += chunk.toString()
      if (/^Veghe is at /m.test(said)) resolve(true)
    }
    npm.stdout.on('data', hear)
    npm.stderr.on('data', hear)
  })
  const pid = npm.pid ?? 0
  let all: readonly Process[] = []
  undo.push(async () => {
    for (const one of all) if (await isAlive(one.pid)) process.kill(one.pid, 'SIGKILL')
    npm.kill('SIGKILL')
  })
  const isServing = await Promise.race([serving, exited])
  all = await below(pid)
  if (isServing !== true) throw new Error(`It did not start:\n${said}`)
  const minder = all.find(({ command }) => command.includes('tools/start.mjs'))
  const server = all.find(({ parent }) => parent === minder?.pid)
  const isWorker = ({ parent, command }: Process) =>
    parent === server?.pid && command.includes('main.js')
  const pids = {
    npm: pid,
    'what npm runs': all.find(({ parent }) => parent === pid)?.pid,
    'who minds the server': minder?.pid,
    'the server': server?.pid,
    'a web process': all.find(isWorker)?.pid,
    'the database': await embeddedPid(DATA_DIR),
  }
  /** Everything of it that still runs. */
  const left = async () => {
    const alive = await Promise.all(all.map(async (one) => ((await isAlive(one.pid)) ? [one] : [])))
    return alive.flat().map(({ command }) => command)
  }
  /** How often it has said where it is, and the last of these places. */
  const places = () => [...said.matchAll(/^Veghe is at (\S+)$/gm)].map(([, url = '']) => url)
  /** It serves for the nth time: all that runs by then. */
  const serves = async (times: number) => {
    await vi.waitFor(() => expect(places(), said).toHaveLength(times), { timeout: 60_000 })
    all = await below(pid)
    const { status } = await fetch(`${places().at(-1)}/health`)
    return { status, databasePid: await embeddedPid(DATA_DIR) }
  }
  return { pids, exited, said: () => said, left, serves, DATA_DIR }
}

test.each([
  'npm',
  'what npm runs',
  'who minds the server',
  'the server',
  'a web process',
  'the database',
] as const)(
  'whichever of its processes is told to end (SIGTERM), `npm start` ends the server and the database, and leaves with 0: %s',
  async (name) => {
    const { pids, exited, left, said } = await npmStart()
    const before = said()

    process.kill(pids[name] ?? 0, 'SIGTERM')

    expect(await exited).toBe(0)
    expect(await left()).toEqual([])
    expect(said()).toBe(before)
  },
)

test('Ctrl-C at the terminal in which `npm start` runs ends the server and the database, and leaves with 0', async () => {
  const { pids, exited, left, said } = await npmStart()
  const before = said()

  process.kill(-pids.npm, 'SIGINT')

  expect(await exited).toBe(0)
  expect(await left()).toEqual([])
  expect(said()).toBe(before)
})

test.each(['the database', 'the server'] as const)(
  '`npm start` starts the server and its database again when it falls (SIGKILL): %s',
  async (name) => {
    const { pids, serves, said, exited, left } = await npmStart()
    const again = 'The server has ended'

    process.kill(pids[name] ?? 0, 'SIGKILL')
    const second = await serves(2)

    expect(second).toEqual({ status: 200, databasePid: expect.any(Number) })
    expect(second.databasePid).not.toBe(pids['the database'])
    const how = name === 'the server' ? 'SIGKILL' : 'exit code 1'
    expect(said()).toContain(`${again} (${how}): it is started again in 0.25 s`)
    // Who falls again at once is given longer.
    process.kill(second.databasePid ?? 0, 'SIGKILL')
    expect(await serves(3)).toMatchObject({ status: 200 })
    expect(said()).toContain(`${again} (exit code 1): it is started again in 0.5 s`)
    process.kill(pids.npm, 'SIGTERM')
    expect(await exited).toBe(0)
    expect(await left()).toEqual([])
  },
)

test('a server that nobody minds any more ends, and leaves its folder to the next', async () => {
  const { pids, left } = await npmStart()

  process.kill(pids['who minds the server'] ?? 0, 'SIGKILL')

  await vi.waitFor(async () => expect(await left()).toEqual([]), { timeout: 60_000 })
})

test('what cannot be started is not tried again', async () => {
  const cwd = await checkout()
  const { code, stderr } = await promisify(execFile)(process.execPath, ['tools/start.mjs'], {
    cwd,
    env: { PATH: process.env['PATH'], PORT: 'nowhere', DATA_DIR: await folder() },
  }).catch((error) => error)

  expect(code).toBe(1)
  expect(stderr).toMatch(/^PORT: [^\n]+\n$/)
})
