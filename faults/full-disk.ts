// Fills the database's real disk: `faults/run.ts` runs this in a private mount namespace.
import { execFile } from 'node:child_process'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { becomesTrue } from '#database/embedded/postmaster.ts'
import { migrate } from '#database/migrate.ts'
import { openDatabase } from '#database/open.ts'
import { answers } from '#features/answers/contract.ts'
import { observers } from '#features/observers/contract.ts'
import { addressOf } from '#kit/contract/wire.ts'
import { beginEvening, type Evening, loadEvening } from '#testing/evening/evening.ts'
import { growsBy } from './evening.ts'
import { prove, signInStaff, tell } from './proof.ts'
import { openTestBed, type TestBed } from './test-bed.ts'

const run = promisify(execFile)

/** Enough for an evening, and small enough to fill: this disk is in memory. */
const diskSize = '160m'
/** No acknowledgement for this long, in milliseconds, means a full disk: phones retry sooner. */
const silenceMs = 3000
/** More pages than are ever free: these cannot be stored. */
const tooMany = 20_000

/** Moves a stopped cluster, with its log, to a small disk of its own. */
async function moveToSmallDisk(data: string): Promise<void> {
  const before = `${data}.before`
  await rename(data, before)
  await mkdir(data)
  await run('mount', ['-t', 'tmpfs', '-o', `size=${diskSize}`, 'none', data])
  await run('cp', ['-a', `${before}/.`, data])
  await rm(before, { recursive: true })
}

/** Uses up all space; resolves with a function that frees it. */
async function fillUp(folder: string): Promise<() => Promise<void>> {
  const path = join(folder, 'filler')
  const file = await open(path, 'w')
  const zeros = Buffer.alloc(65_536)
  const write = () =>
    file.write(zeros).then(
      ({ bytesWritten }) => bytesWritten,
      (error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOSPC') throw error
        return 0
      },
    )
  while ((await write()) > 0);
  await file.close()
  return () => rm(path)
}

/** Resolves when acknowledgements have stopped. */
async function fallsSilent({ acknowledged }: Evening): Promise<void> {
  let [count, since] = [acknowledged(), performance.now()]
  const isSilent = async () => {
    if (acknowledged() !== count) [count, since] = [acknowledged(), performance.now()]
    return performance.now() - since > silenceMs
  }
  if (!(await becomesTrue(isSilent, 60_000))) throw new Error('The disk is not full')
}

/** The responses to staff: to an upload that does not fit, and to a read. */
async function ask({ url, databaseUrl }: TestBed, token: string) {
  const headers = { authorization: `Bearer ${token}` }
  const rows = Array.from({ length: tooMany }, (_, row) => `${799_000_000 + row},4821,Nume ${row}`)
  const body = new FormData()
  body.append('file', new Blob([['Phone,Pin,Name', ...rows].join('\n')]), 'observatori.csv')
  const write = await fetch(url + observers.import.path, { method: 'POST', headers, body })
  const read = await fetch(url + addressOf(answers.list, { query: {} }), { headers })
  const database = openDatabase({ url: databaseUrl, connections: 1 })
  const stored = await sql`select from observers where name like 'Nume %'`.execute(database.primary)
  await database.close()
  const again = write.headers.get('retry-after') ?? 'nothing'
  return {
    text: `${write.status}, again after ${again} s; ${stored.rows.length} rows of it`,
    isRight: write.status === 503 && again === '2' && stored.rows.length === 0,
    isRead: read.status === 200,
  }
}

async function main(): Promise<void> {
  let disk = ''
  let people: Awaited<ReturnType<typeof loadEvening>> = []
  const ground = await openTestBed({
    built: { folder: process.argv[2] ?? '' },
    isCareless: false,
    workersOf: () => 1,
    settle: async (data) => {
      disk = data
      await moveToSmallDisk(data)
      return () => run('umount', [data])
    },
    prepare: async (databaseUrl) => {
      await migrate(databaseUrl)
      people = await loadEvening(databaseUrl)
    },
  })
  try {
    const token = await signInStaff(ground.url)
    let end = () => {}
    const mayEnd = new Promise<void>((resolve) => {
      end = resolve
    })
    const evening = beginEvening(ground.url, people, mayEnd)
    await growsBy(60, evening)
    const makeRoom = await fillUp(disk)
    await fallsSilent(evening)
    const heard = await ask(ground, token)
    await makeRoom()
    const from = performance.now()
    await growsBy(1, evening)
    const ms = performance.now() - from
    await growsBy(100, evening)
    end()
    await evening.over
    const rows = [
      ['the disk is full: to write', heard.text],
      ['the disk is full: to read', heard.isRead ? 'goes on' : 'does not go on'],
      ['until it acknowledged again', `${(ms / 1000).toFixed(1)} s`],
      ['acknowledged', evening.acknowledged()],
    ] as const
    const isWhole = tell(rows, await prove(ground, evening))
    process.exitCode = isWhole && heard.isRight && heard.isRead ? 0 : 1
  } finally {
    await ground.stop()
  }
}

await main().catch((error: unknown) => {
  console.error(error)
  process.exitCode = 1
})
