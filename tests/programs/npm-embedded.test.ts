// @module-tag slow
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test, vi } from 'vitest'
import { checkouts } from '#testing/programs/checkout.ts'
import { embeddedPid } from '#testing/programs/process.ts'

// A database and several programs start in each test.
vi.setConfig({ testTimeout: 120_000 })

const { checkout, folder, started, begin } = checkouts()

/** `npm start`, and all processes that it starts. */
async function npmStart() {
  const cwd = await checkout()
  const { DATA_DIR } = await started({ DEMO: 'off' })
  const running = await begin({
    command: 'npm',
    args: ['start'],
    cwd,
    // npm may have an update notice, for which it would ask a registry.
    environment: {
      HOME: cwd,
      npm_config_update_notifier: 'false',
      PORT: '0',
      WORKERS: '2',
      DEMO: 'off',
      DATA_DIR,
    },
  })
  const all = running.all()
  const minder = all.find(({ command }) => command.includes('tools/start.mjs'))
  const server = all.find(({ parent }) => parent === minder?.pid)
  const worker = all.find(
    ({ parent, command }) => parent === server?.pid && command.includes('main.js'),
  )
  const pids = {
    npm: running.pid,
    'what npm runs': all.find(({ parent }) => parent === running.pid)?.pid,
    'who minds the server': minder?.pid,
    'the server': server?.pid,
    'a web process': worker?.pid,
    'the database': await embeddedPid(DATA_DIR),
  }
  return { ...running, pids }
}

// Other tests stop npm itself, the process that minds the server, and the server.
test.each(['what npm runs', 'a web process', 'the database'] as const)(
  '`npm start` stops server and database with code 0 after SIGTERM to any process: %s',
  async (name) => {
    const { pids, exited, left, output } = await npmStart()
    const before = output()

    process.kill(pids[name] ?? 0, 'SIGTERM')

    expect(await exited).toBe(0)
    expect(await left()).toEqual([])
    expect(output()).toBe(before)
  },
)

test('Ctrl-C at the terminal of `npm start` ends the server and the database, and exits with 0', async () => {
  const { pids, exited, left, output } = await npmStart()
  const before = output()

  process.kill(-pids.npm, 'SIGINT')

  expect(await exited).toBe(0)
  expect(await left()).toEqual([])
  expect(output()).toBe(before)
})

test('`npm start` restarts the server and its database after SIGKILL to either', async () => {
  const { pids, serves, output, exited, left } = await npmStart()
  const again = 'The server has ended'

  process.kill(pids['the server'] ?? 0, 'SIGKILL')
  const second = await serves(2)

  expect(second).toEqual({ status: 200, databasePid: expect.any(Number) })
  expect(second.databasePid).not.toBe(pids['the database'])
  expect(output()).toContain(`${again} (SIGKILL): it is started again in 0.25 s`)
  // After another crash the pause is longer.
  process.kill(second.databasePid ?? 0, 'SIGKILL')
  expect(await serves(3)).toMatchObject({ status: 200 })
  expect(output()).toContain(`${again} (exit code 1): it is started again in 0.5 s`)
  process.kill(pids.npm, 'SIGTERM')
  expect(await exited).toBe(0)
  expect(await left()).toEqual([])
})

test('stops a server without supervisor, and frees its folder for the next', async () => {
  const { pids, left } = await npmStart()

  process.kill(pids['who minds the server'] ?? 0, 'SIGKILL')

  await vi.waitFor(async () => expect(await left()).toEqual([]), { timeout: 60_000 })
})

test('does not restart a process that cannot start', async () => {
  const cwd = await checkout()
  const { code, stderr } = await promisify(execFile)(process.execPath, ['tools/start.mjs'], {
    cwd,
    env: { PATH: process.env['PATH'], PORT: 'nowhere', DATA_DIR: await folder() },
  }).catch((error) => error)

  expect(code).toBe(1)
  expect(stderr).toMatch(/^PORT: [^\n]+\n$/)
})
