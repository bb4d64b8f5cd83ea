import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Embedded, findEmbedded, startEmbedded } from './embedded.ts'
import { readPostmaster } from './postmaster.ts'
import { isAlive, isZombie } from './processes.ts'
import { serverUser } from './server-user.ts'

const isRoot = process.getuid?.() === 0

let base: string
let dataDir: string
let running: Embedded[]
let children: ChildProcess[]

beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'veghe-embedded-'))
  await chmod(base, 0o755)
  dataDir = join(base, 'data')
  running = []
  children = []
})

afterEach(async () => {
  for (const child of children) child.kill('SIGKILL')
  for (const embedded of running) await embedded.stop()
  const outside = await readFile(join(dataDir, 'database-folder'), 'utf8').catch(() => undefined)
  if (outside?.startsWith('/var/lib/veghe/')) await rm(join(outside, '..'), { recursive: true })
  await rm(base, { recursive: true, force: true })
})

test('starts the bundled database, keeps its rows, and never runs as root', {
  tags: 'slow',
}, async () => {
  const first = await start()
  await ask(first.url, 'create table kept (id integer)')
  await ask(first.url, 'insert into kept values (1)')
  await first.stop()
  const second = await start()

  const rows = await ask(second.url, 'select id from kept')
  const owner = await stat(`/proc/${await pidOf()}`).catch(() => undefined)
  const { mode } = await stat(join(dataDir, 'secrets', 'database-password'))

  expect(rows).toEqual([{ id: 1 }])
  expect(owner?.uid === 0).toBe(false)
  expect(mode & 0o777).toBe(process.platform === 'win32' ? 0o666 : 0o600)
})

test('lowers letters beyond ASCII, and keeps times in UTC', async () => {
  const { url } = await start()

  const rows = await ask(url, `select lower('ȘȚĂ') as lower, current_setting('timezone') as zone`)

  expect(rows).toEqual([{ lower: 'șță', zone: 'UTC' }])
})

test('refuses a second start on the same folder in one line with folder and pid', async () => {
  await start()

  const refusal = await startEmbedded({ dataDir }).catch((error: Error) => error.message)

  expect(refusal).toContain(dataDir)
  expect(refusal).toContain(`pid ${process.pid}`)
  expect(refusal).not.toContain('\n')
})

test('keeps committed rows after a kill -9, and leaves one server after the next start', {
  tags: 'slow',
}, async () => {
  const left = await crashInChild()
  expect(await isAlive(left)).toBe(true)

  const { url } = await start()

  expect(await isAlive(left)).toBe(false)
  expect(await ask(url, 'select id from kept')).toEqual([{ id: 7 }])
})

test('ignores a lock whose process id now belongs to another process', {
  tags: 'slow',
}, async () => {
  await crashInChild()
  const lock = join(dataDir, 'lock')
  const text = await readFile(lock, 'utf8')
  await writeFile(lock, text.replace(/"pid":\d+/, `"pid":${process.ppid}`))

  const { url } = await start()

  expect(await ask(url, 'select id from kept')).toEqual([{ id: 7 }])
})

// Windows has no zombies.
test.runIf(process.platform !== 'win32')(
  'starts despite a killed database process that is not reaped yet',
  { tags: 'slow' },
  async () => {
    await (await start()).stop()
    const zombie = await zombieFor(3)
    await writeFile(
      join(dataDir, 'postgres', 'data', 'postmaster.pid'),
      `${zombie}\n${join(dataDir, 'postgres', 'data')}\n0\n0\n\n\n0 0\nready\n`,
    )

    const { url } = await start()

    expect(await ask(url, 'select 1 as one')).toEqual([{ one: 1 }])
  },
)

test('works for root below a closed folder, and leaves that folder closed', {
  tags: 'slow',
}, async () => {
  const closed = join(base, 'closed')
  await mkdir(closed, { mode: 0o700 })
  dataDir = join(closed, 'data')
  const first = await start()
  await ask(first.url, 'create table kept (id integer)')
  await first.stop()

  const { url } = await start()

  expect(await ask(url, 'select id from kept')).toEqual([])
  expect((await stat(closed)).mode & 0o777).toBe(0o700)
  const recorded = await readFile(join(dataDir, 'database-folder'), 'utf8').catch(() => 'inside')
  expect(recorded).toMatch(isRoot ? /^\/var\/lib\/veghe\/[0-9a-f]{12}\/postgres$/ : /^inside$/)
})

test('refuses connections from other addresses or without the password', {
  tags: 'slow',
}, async () => {
  const { url } = await start()
  const port = Number(new URL(url).port)

  const outward = Object.values(networkInterfaces()).flatMap((list) => list ?? [])
  const others = outward.filter(({ address }) => address !== '127.0.0.1')
  const reached = await Promise.all(others.map(({ address }) => canConnect(address, port)))
  const guess = await ask(url.replace(/:[^:@]+@/, ':guess@'), 'select 1').catch(String)

  expect(await canConnect('127.0.0.1', port)).toBe(true)
  expect(reached).not.toContain(true)
  expect(guess).toContain('password authentication failed')
})

test('finds a running server until it is stopped, which leaves no process and no lock', {
  tags: 'slow',
}, async () => {
  const embedded = await start()
  const pid = await pidOf()
  expect(await findEmbedded(dataDir)).toBe(embedded.url)

  await embedded.stop()

  expect(await isAlive(pid)).toBe(false)
  expect(await findEmbedded(dataDir)).toBeUndefined()
  expect(await stat(join(dataDir, 'lock')).catch(() => 'gone')).toBe('gone')
})

test('reports a server that dies by itself', { tags: 'slow' }, async () => {
  const embedded = await start()

  process.kill(await pidOf(), 'SIGQUIT')

  expect(await embedded.exited).toMatchObject({ expected: false })
})

async function start(): Promise<Embedded> {
  const embedded = await startEmbedded({ dataDir })
  running.push(embedded)
  return embedded
}

/** A Node that starts it, stores a row and is killed; resolves with the server left behind. */
async function crashInChild(): Promise<number> {
  const code = `
    import { Client } from 'pg'
    import { startEmbedded } from '#database/embedded/embedded.ts'
    const { url } = await startEmbedded({ dataDir: ${JSON.stringify(dataDir)} })
    const client = new Client(url)
    await client.connect()
    await client.query('create table kept (id integer)')
    await client.query('insert into kept values (7)')
    console.log('stored')
    setInterval(() => {}, 1000)`
  const args = ['--import', 'tsx', '--input-type=module', '--eval', code]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  await once(child.stdout, 'data')
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
  return pidOf()
}

/**
 * The id of a zombie whose parent exits after so many seconds. It has the user of the database: PostgreSQL
 * does not mistake the process of another user for its own.
 */
async function zombieFor(seconds: number): Promise<number> {
  // It ends after `exec` has replaced the shell by a program that reaps no children.
  const args = ['-c', `sleep 0.2 & echo $!; exec sleep ${seconds}`]
  const user = await serverUser('')
  const child = spawn('sh', args, { cwd: '/', stdio: ['ignore', 'pipe', 'inherit'], ...user })
  children.push(child)
  const [chunk] = await once(child.stdout, 'data')
  const pid = Number(String(chunk))
  await vi.waitFor(async () => expect(await isZombie(pid)).toBe(true), { interval: 10 })
  return pid
}

async function pidOf(): Promise<number> {
  const outside = await readFile(join(dataDir, 'database-folder'), 'utf8').catch(() => undefined)
  const postmaster = await readPostmaster(join(outside ?? join(dataDir, 'postgres'), 'data'))
  if (!postmaster) throw new Error('no server')
  return postmaster.pid
}

async function ask(url: string, statement: string): Promise<unknown[]> {
  const client = new Client(url)
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

function canConnect(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: 1000 })
    const settle = (value: boolean) => {
      socket.destroy()
      resolve(value)
    }
    socket.once('connect', () => settle(true))
    socket.once('error', () => settle(false))
    socket.once('timeout', () => settle(false))
  })
}
