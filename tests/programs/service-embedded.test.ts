import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, test, vi } from 'vitest'
import { isAlive } from '#database/embedded/processes.ts'
import { checkouts } from '#testing/programs/checkout.ts'

// A database and several programs start in each test.
vi.setConfig({ testTimeout: 120_000 })

const { checkout, started, begin } = checkouts()

const path = fileURLToPath(new URL('../../deploy/veghe.service', import.meta.url))
const unit = await readFile(path, 'utf8')

/** The unit's values of a setting, each time it is given. */
const logged = (name: string) =>
  [...unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value = '']) => value)

/** The unit's command as written, except for the folders, which are temporary here. */
async function startAsWritten(DATA_DIR: string, cwd: string) {
  const [written = '', ...args] = logged('ExecStart')[0]?.split(' ') ?? []
  const environment = Object.fromEntries(
    logged('Environment').flatMap((line) => line.split(' ').map((one) => one.split('='))),
  )
  expect(written).toBe('/usr/bin/node')
  const own = { HOME: DATA_DIR, DATA_DIR, PORT: '0', DEMO: 'off' }
  return begin({
    command: process.execPath,
    args,
    cwd,
    environment: { ...environment, ...own },
  })
}

test('serves again after its database, and then all processes at once, were killed, started as by the unit', {
  tags: 'slow',
}, async () => {
  const [{ DATA_DIR: data }, place] = [await started({ DEMO: 'off' }), await checkout()]
  const first = await startAsWritten(data, place)
  const { databasePid } = await first.serves(1)

  process.kill(databasePid ?? 0, 'SIGKILL')
  expect(await first.serves(2)).toMatchObject({ status: 200 })

  // As the kernel or `systemctl kill -s KILL` does; when all are gone, systemd restarts it (Restart=always).
  // The supervisor goes first, so that nothing is restarted in between.
  for (const one of [first.pid, ...first.all().map(({ pid }) => pid)])
    if (await isAlive(one)) process.kill(one, 'SIGKILL')
  await first.exited
  await vi.waitFor(async () => expect(await first.left()).toEqual([]), { timeout: 60_000 })
  const second = await startAsWritten(data, place)

  expect(await second.serves(1)).toMatchObject({ status: 200 })
  // As `systemctl stop` does: the main process gets the signal, and passes it on (KillMode=mixed).
  process.kill(second.pid, 'SIGTERM')
  expect(await second.exited).toBe(0)
  expect(await second.left()).toEqual([])
})

test('restarts the unit without limit, and signals the main process first', () => {
  expect(logged('Restart')).toEqual(['always'])
  expect(logged('StartLimitIntervalSec')).toEqual(['0'])
  expect(logged('KillMode')).toEqual(['mixed'])
})

test('passes the systemd check of the unit, where systemd is installed', async () => {
  const given = spawnSync('systemd-analyze', ['verify', '--man=no', path], { encoding: 'utf8' })
  // systemd-analyze is missing elsewhere.
  const isAsked = given.error === undefined

  const faults = isAsked ? given.stderr.split('\n').filter((line) => line.includes('veghe')) : []
  expect(faults).toEqual([])
})
