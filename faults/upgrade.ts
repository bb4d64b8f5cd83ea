import { rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { openDatabase } from '#database/open.ts'
import { beginEvening, type Person } from '#testing/evening/evening.ts'
import type { SeededRandom } from '#testing/evening/seeded-random.ts'
import { buildNewerVersion } from '#testing/newer-version.ts'
import type { RunningServer } from '../bench/server.ts'
import { growsBy } from './evening.ts'
import { type Proof, prove } from './proof.ts'
import type { TestBed } from './test-bed.ts'

export type Upgraded = {
  readonly acknowledged: number
  /** From the start of each newer version until it acknowledged again, in milliseconds. */
  readonly gaps: readonly number[]
  readonly proof: Proof
}

type UpgradeOptions = {
  readonly people: readonly Person[]
  readonly times: number
  readonly draw: SeededRandom
}

/** The minimum of acknowledgements between two upgrades. */
const leastBetween = 60

/**
 * Starts one newer version after the other while the older one serves and observers report. Each migration
 * counts the concurrent writes; then the older version has to stop.
 */
export async function upgradeWhileServing(
  ground: TestBed,
  { people, times, draw }: UpgradeOptions,
): Promise<Upgraded> {
  const ports = [Number(new URL(ground.url).port), await freePort()]
  const urls = ports.map((port) => `http://127.0.0.1:${port}`)
  let end = () => {}
  const mayEnd = new Promise<void>((resolve) => {
    end = resolve
  })
  const evening = beginEvening(urls, people, mayEnd)
  const gaps: number[] = []
  const migrations: Record<string, string> = {}
  let running: RunningServer = ground.running()
  /** The folders of all versions; the database has the newest. */
  const folders: string[] = []
  for (let nth = 1; nth <= times; nth++) {
    migrations[`9${String(nth).padStart(3, '0')}_tally.sql`] = tally(nth)
    const programs = await buildNewerVersion(ground.built.folder, migrations)
    folders.push(programs)
    await growsBy(leastBetween, evening)
    await pause(draw.below(800))
    console.log(`upgraded after ${evening.acknowledged()} acknowledgements`)
    const from = performance.now()
    const newer = await ground.startBeside(programs, ports[nth % 2] ?? 0)
    const code = await running.exited
    if (code !== 1) throw new Error(`The older server ended with ${code}`)
    running = newer
    await growsBy(1, evening)
    gaps.push(performance.now() - from)
  }
  end()
  await evening.over
  const { databaseUrl, built } = ground
  const latest = { ...built, folder: folders.at(-1) ?? built.folder }
  const scene = { url: urls[times % 2] ?? '', databaseUrl, built: latest }
  const wrongly = await wrongTallies(databaseUrl, times)
  // No migration of ours creates the tallies: a proof of the database would report each of them.
  await dropTallies(databaseUrl, times)
  const proof = await prove(scene, evening)
  const miscounted = [...proof.findings.miscounted, ...wrongly]
  await running.stop()
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
  return {
    acknowledged: evening.acknowledged(),
    gaps,
    proof: { ...proof, findings: { ...proof.findings, miscounted } },
  }
}

/** A new counter of a version, which it maintains from then on. */
const tally = (nth: number) => `
  create table tally_${nth} (total integer not null);
  insert into tally_${nth} select count(*) from history;
  create function count_${nth}() returns trigger language plpgsql as
    $$ begin update tally_${nth} set total = total + 1; return null; end $$;
  create trigger count_${nth} after insert on history for each row execute function count_${nth}();`

async function wrongTallies(url: string, times: number): Promise<string[]> {
  const database = openDatabase({ url, connections: 1 })
  const wrong: string[] = []
  for (let nth = 1; nth <= times; nth++) {
    const { rows } = await sql<{ total: number; counted: number }>`
      select total, (select count(*) from history) as counted
        from ${sql.table(`tally_${nth}`)}`.execute(database.primary)
    for (const { total, counted } of rows)
      if (total !== counted) wrong.push(`tally_${nth}: ${total} instead of ${counted}`)
  }
  await database.close()
  return wrong
}

async function dropTallies(url: string, times: number): Promise<void> {
  const database = openDatabase({ url, connections: 1 })
  for (let nth = 1; nth <= times; nth++)
    await database.write((tx) =>
      sql`drop function ${sql.ref(`count_${nth}`)} cascade`
        .execute(tx)
        .then(() => sql`drop table ${sql.table(`tally_${nth}`)}`.execute(tx)),
    )
  await database.close()
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
