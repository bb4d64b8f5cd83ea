// @module-tag slow
import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { expect, test, vi } from 'vitest'
import { pollOptions } from '#testing/polling.ts'
import {
  admin,
  bogdan,
  installations,
  openScreen,
  reportOf,
  type Screen,
  sendReport,
  signIn,
} from '#testing/programs/installation.ts'
import { programs } from '#testing/programs/process.ts'

// Several programs start in each test.
vi.setConfig({ testTimeout: 60_000 })

const install = installations()
const { folder, start } = programs()

test('serves one port with several processes: a screen on any of them hears of every report', async () => {
  const installation = await install()
  const DATA_DIR = await folder()
  const { url, pid } = await start({ ...installation.environment, WORKERS: '2', DATA_DIR })
  const token = await signIn(url, admin)
  expect(await childrenOf(pid)).toHaveLength(2)

  // The system chooses which process gets a connection: open screens until both have some.
  const screens: Screen[] = []
  await vi.waitFor(async () => {
    screens.push(await openScreen(url, token))
    // Two, so that the total of connections is odd: processes get them alternately.
    const held = await Promise.all([streamsOfOneProcess(url), streamsOfOneProcess(url)])
    expect(held.some((count) => count > 0 && count < screens.length)).toBe(true)
  }, pollOptions)
  await sendReport(url, await signIn(url, bogdan), reportOf(installation, 1))

  for (const { heard } of screens)
    await vi.waitFor(() => expect(heard).toEqual(['answers.received']), pollOptions)
  for (const screen of screens) screen.close()
})

test('replaces a process that dies while the others serve', async () => {
  const installation = await install()
  const DATA_DIR = await folder()
  const program = await start({ ...installation.environment, WORKERS: '2', DATA_DIR })
  const [victim = 0, survivor = 0] = await childrenOf(program.pid)

  process.kill(victim, 'SIGKILL')

  await vi.waitFor(async () => {
    const children = await childrenOf(program.pid)
    expect(children).toHaveLength(2)
    expect(children).toContain(survivor)
    expect(children).not.toContain(victim)
  }, pollOptions)
  const token = await signIn(program.url, bogdan)
  for (const number of [1, 2, 3])
    await sendReport(program.url, token, reportOf(installation, number))
  expect(await program.stop()).toBe(0)
})

/** How many screens the answering process has. */
async function streamsOfOneProcess(url: string): Promise<number> {
  const response = await fetch(`${url}/metrics`, { headers: { connection: 'close' } })
  const [, count] = /^veghe_live_streams (\d+)$/m.exec(await response.text()) ?? []
  return Number(count)
}

/** The living child processes of a process. */
async function childrenOf(parent: number): Promise<number[]> {
  if (process.platform !== 'linux') return childrenByPs(parent)
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0)
  const found = await Promise.all(
    pids.map(async (pid) => {
      const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
      const [state, parentOf] = text.slice(text.lastIndexOf(')') + 2).split(' ')
      return Number(parentOf) === parent && state !== 'Z' ? [pid] : []
    }),
  )
  return found.flat()
}

async function childrenByPs(parent: number): Promise<number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid='])
  const rows = stdout.split('\n').map((line) => line.trim().split(/\s+/).map(Number))
  return rows.flatMap(([pid = 0, of]) => (of === parent ? [pid] : []))
}
