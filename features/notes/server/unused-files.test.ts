import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { startJobs } from '#apps/server/jobs.ts'
import { elections } from '#features/elections/contract.ts'
import { currentId, practise } from '#features/elections/server/testing.ts'
import { filesInBucket } from '#kit/server/files/bucket.ts'
import { filesIn } from '#kit/server/files/files.ts'
import { buckets, type TestBucket } from '#kit/server/files/testing-bucket.ts'
import { openLog } from '#kit/server/log.ts'
import { pollOptions } from '#testing/polling.ts'
import { type Stage, stage } from '#testing/stage.ts'
import { notes } from '../contract.ts'
import { aiud, listed, png, rows } from './testing.ts'
import { photograph } from './testing-pictures.ts'

const open = buckets()
let bucket: TestBucket | undefined
let store: Store = 'a folder'
type Store = 'a folder' | 'a bucket'

const set = stage(async (folder) => {
  bucket = store === 'a bucket' ? await open() : undefined
  return bucket ? filesInBucket(bucket.settings, folder) : filesIn(folder)
})

/** A rehearsal with attachments in a folder or a bucket. */
async function rehearsal(where: Store) {
  store = where
  const cast = await set()
  await practise(cast)
  return { ...cast, electionId: await currentId(cast) }
}

const placeOf = (bytes: Buffer) => {
  const digest = createHash('sha256').update(bytes).digest('hex')
  return `${digest.slice(0, 2)}/${digest}`
}

/** The stored files, without the owner mark and pending uploads. */
async function kept({ folder }: Stage): Promise<string[]> {
  if (bucket) return bucket.attachments().sort()
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter((path) => path !== 'owner' && !path.startsWith('incoming'))
    .sort()
}

const attach = (cast: Stage, bytes: Buffer, text = 'Urna') =>
  cast.bogdan.call(notes.write, { body: { ...aiud, text } }, [{ name: 'urna.jpg', bytes }])

/** Opens everything Bogdan sent, so that renditions are created. */
async function see(cast: Stage) {
  for (const { attachments } of await listed(cast))
    for (const { shown } of attachments)
      await cast.stranger.send({ url: (shown ?? '').replace(/^http:\/\/[^/]+/, '') })
}

const pass = ({ clock }: Stage, days: number) => {
  clock.now = new Date(clock.now.getTime() + days * 24 * 3_600_000)
}

/** Ages unused files without moving the clock, so that sessions stay valid. */
const age = ({ database }: Stage, days: number) =>
  database.write((tx) =>
    sql`update kept_files set unused_since = unused_since - ${days} * interval '1 day'`.execute(tx),
  )

/** The number of files that the database has marked as unused. */
async function unused({ database }: Stage): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::integer as total from kept_files where unused_since is not null`.execute(
    database.primary,
  )
  return rows[0]?.total ?? 0
}

/** The removed files that history records. */
async function recorded({ database }: Stage): Promise<unknown[]> {
  const lines = await database.primary
    .selectFrom('history')
    .select('after')
    .where('act', '=', 'notes.files-removed')
    .orderBy('id')
    .execute()
  return lines.map(({ after }) => after)
}

/** Starts a server, which scans at once, until it has marked so many files. */
async function notice(cast: Stage, files: number) {
  const jobs = await cast.startJobs()
  await vi.waitFor(async () => expect(await unused(cast)).toBe(files), pollOptions)
  await jobs.stop()
}

test.each(['a folder', 'a bucket'] as const)(
  'photographs of a rehearsal leave %s a week after the start, what is shown of them as well, and nothing else does',
  { tags: 'slow' },
  async (where) => {
    const cast = await rehearsal(where)
    const [tried, again] = [await photograph(), png('in both')]
    await attach(cast, tried)
    await attach(cast, again, 'Și asta')
    await see(cast)
    // Foreign files, named like ours and otherwise.
    const others = [png('of others'), png('not ours')]
    const place = placeOf(others[0]!)
    for (const [nth, path] of [place, 'lista.txt'].entries())
      if (bucket) bucket.objects.set(path, others[nth]!)
      else {
        await mkdir(join(cast.folder, place.slice(0, 2)), { recursive: true })
        await writeFile(join(cast.folder, path), others[nth]!)
      }
    const shown = (await kept(cast)).filter((path) => path.startsWith('renditions/'))
    expect(shown).toHaveLength(2)

    await cast.ana.call(elections.start, { params: { id: cast.electionId } })
    await attach(cast, again, 'În ziua alegerilor')
    await notice(cast, 1)
    pass(cast, 6.9)
    const all = await kept(cast)
    await notice(cast, 1)
    expect(await kept(cast)).toEqual(all)
    pass(cast, 0.2)
    await cast.startJobs()

    await vi.waitFor(async () => expect(await recorded(cast)).toHaveLength(1), pollOptions)
    const left = [place, 'lista.txt', placeOf(again), `renditions/${placeOf(again)}`]
    expect(await kept(cast)).toEqual(left.sort())
    expect(await recorded(cast)).toEqual([{ files: 1, bytes: expect.any(Number) }])
    expect((await recorded(cast))[0]).toSatisfy(({ bytes }) => bytes > tried.length)
    expect(await unused(cast)).toBe(0)
  },
)

test.each(['a folder', 'a bucket'] as const)(
  'keeps a photograph that is sent again before its removal from %s',
  async (where) => {
    const cast = await rehearsal(where)
    const [again, gone] = [png('again'), png('gone')]
    await attach(cast, again)
    await attach(cast, gone, 'Alta')
    await cast.ana.call(elections.start, { params: { id: cast.electionId } })
    await notice(cast, 2)
    await age(cast, 8)

    await attach(cast, again)
    await cast.startJobs()

    await vi.waitFor(async () => expect(await kept(cast)).toEqual([placeOf(again)]), pollOptions)
    await vi.waitFor(
      async () => expect(await recorded(cast)).toEqual([{ files: 1, bytes: gone.length }]),
      pollOptions,
    )
  },
)

test('defers a photograph sent during its removal, and accepts it on retry', async () => {
  const cast = await rehearsal('a bucket')
  const bytes = png('raced')
  await attach(cast, bytes)
  await cast.ana.call(elections.start, { params: { id: cast.electionId } })
  await notice(cast, 1)
  await age(cast, 8)
  const release = bucket!.hold('DELETE')
  await cast.startJobs()
  await vi.waitFor(() => expect(bucket!.deletes()).toBe(1), pollOptions)

  await expect(attach(cast, bytes)).rejects.toMatchObject({ code: 'server.unavailable' })
  expect(await rows(cast)).toMatchObject({ notes: 0, attachments: 0 })
  release()
  await vi.waitFor(() => attach(cast, bytes), pollOptions)

  expect(await kept(cast)).toEqual([placeOf(bytes)])
  expect(await rows(cast)).toMatchObject({ notes: 1, attachments: 1 })
})

test('defers a waiting note when its photograph is removed meanwhile', {
  tags: 'slow',
}, async () => {
  const cast = await rehearsal('a bucket')
  const bytes = png('slow')
  await attach(cast, bytes)
  await cast.ana.call(elections.start, { params: { id: cast.electionId } })
  await notice(cast, 1)
  // The first photograph is stored; the second upload takes more than a week.
  const release = bucket!.hold()
  const sent = cast.bogdan.call(notes.write, { body: { ...aiud, text: 'Două' } }, [
    { name: 'a.png', bytes },
    { name: 'b.png', bytes: png('next') },
  ])
  const refused = expect(sent).rejects.toMatchObject({ code: 'server.unavailable' })
  // The earlier puts are the owner mark and the first photograph.
  await vi.waitFor(() => expect(bucket!.puts()).toBe(3), pollOptions)
  await notice(cast, 2)
  await age(cast, 8)
  await cast.startJobs()
  await vi.waitFor(async () => expect(await recorded(cast)).toHaveLength(1), pollOptions)
  release()

  await refused
  expect(await rows(cast)).toMatchObject({ notes: 0, attachments: 0 })
})

test('two servers share the removal of files, and retry a failed bucket after a restart', {
  tags: 'slow',
}, async () => {
  const cast = await rehearsal('a bucket')
  const photographs = Array.from({ length: 130 }, (_, nth) => png(`${nth}`))
  for (const [nth, bytes] of photographs.entries()) await attach(cast, bytes, `${nth}`)
  await cast.ana.call(elections.start, { params: { id: cast.electionId } })
  await notice(cast, 130)
  await age(cast, 8)
  bucket!.refuse('DELETE', 403, 3)
  const first = await cast.startJobs()
  await vi.waitFor(async () => expect((await kept(cast)).length).toBeLessThan(130), pollOptions)
  await first.stop()
  // As if the claims of the stopped server had expired.
  await cast.database.write((tx) =>
    sql`update kept_files set going_since = going_since - interval '5 minutes'`.execute(tx),
  )

  await Promise.all([cast.startJobs(), cast.startJobs()])

  await vi.waitFor(async () => expect(await kept(cast)).toEqual([]), pollOptions)
  const lines = (await recorded(cast)) as { files: number; bytes: number }[]
  const sum = (of: 'bytes' | 'files') => lines.reduce((all, line) => all + line[of], 0)
  await vi.waitFor(async () => expect(await unused(cast)).toBe(0), pollOptions)
  expect(sum('files')).toBeLessThanOrEqual(130)
})

test('removes nothing from a store that belongs to another database', async () => {
  const cast = await rehearsal('a folder')
  const bytes = png('of the original')
  await attach(cast, bytes)
  await cast.ana.call(elections.start, { params: { id: cast.electionId } })
  await notice(cast, 1)
  await age(cast, 8)
  await writeFile(join(cast.folder, 'owner'), 'another database')
  const lines: string[] = []
  const logger = openLog('warn', { write: (line) => void lines.push(line) })

  const jobs = await startJobs({ ...cast.outside, logger })

  await vi.waitFor(() => expect(lines.join('')).toContain('another database'), pollOptions)
  await jobs.stop()
  expect(await kept(cast)).toEqual([placeOf(bytes)])
  expect(existsSync(join(cast.folder, placeOf(bytes)))).toBe(true)
})
