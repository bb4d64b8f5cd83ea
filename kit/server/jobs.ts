import { setTimeout as wait } from 'node:timers/promises'
import { CompiledQuery, sql } from 'kysely'
import PgBoss from 'pg-boss'
import type { Logger } from 'pino'
import * as z from 'zod'
import type { Database, Db, Tx } from '#database/open.ts'
import type { Clock } from './server.ts'

/** Work that is done later, by any process: what it is called and what it is told. */
export type Job<P extends z.ZodType = z.ZodType> = {
  /** Also its queue's name, which a migration has made. */
  readonly name: string
  readonly payload: P
  /** How often it is begun before it is given up. */
  readonly tries: number
}

export const job = <P extends z.ZodType>(job: Job<P>): Job<P> => job

/** A run of a job. It may be the second: whatever it did before a process died has been done. */
export type Run<P extends z.ZodType = z.ZodType> = {
  readonly payload: z.output<P>
  /** Aborted when the process is about to end; a run that throws then is begun again elsewhere. */
  readonly signal: AbortSignal
  /** Nobody will try again after this. */
  readonly isLastTry: boolean
  readonly now: Date
}

/** A job together with what does it. */
export type Worker = {
  readonly job: Job
  /** How many of its jobs one process does at a time. */
  readonly atOnce: number
  run(run: Run): Promise<void>
}

/** Binds a job to what does it, as `serve` binds an endpoint to its handler. */
export const worker = <P extends z.ZodType>(
  job: Job<P>,
  run: (run: Run<P>) => Promise<void>,
  atOnce = 1,
): Worker => ({ job, atOnce, run: (given) => run(given as Run<P>) })

const channel = 'veghe_jobs'

/** A job whose process has not been heard of for so long is begun again, in seconds. */
const silenceSeconds = 30
const heartbeatMs = 10_000
/** How long the end of a process waits for what runs, in milliseconds. */
const patienceMs = 5_000
/**
 * Jobs are announced; this is for those that wait for their hour, and for a lost connection. All of a
 * process's workers are asked for at once: each by itself would take every connection once a second.
 */
const pollMs = 1_000

/** Has it done once the transaction commits, or a while later; and only if it does. */
export async function enqueue<P extends z.ZodType>(
  tx: Tx,
  { name, payload, tries }: Job<P>,
  told: z.input<P>,
  afterSeconds = 0,
): Promise<void> {
  await bossOn(tx).send(name, z.parse(payload, told) as object, {
    startAfter: afterSeconds,
    retryLimit: tries - 1,
    retryDelay: 1,
    retryBackoff: true,
    expireInSeconds: silenceSeconds,
  })
  await sql`select pg_notify(${channel}, ${name})`.execute(tx)
}

/** Takes the jobs along that wait and were told the same: whoever does one of them does them all. */
export async function takeAlike<P extends z.ZodType>(
  database: Pick<Database, 'write'>,
  { name }: Job<P>,
  told: z.output<P>,
): Promise<void> {
  await database.write((tx) =>
    sql`
      update pgboss.job set state = 'completed', completed_on = now()
       where name = ${name} and state = 'created'
         and data = ${JSON.stringify(told)}::jsonb`.execute(tx),
  )
}

export type Running = {
  /** Finishes what runs, for a moment; what is still not done then is begun again elsewhere. */
  stop(): Promise<void>
}

type Outside = { readonly database: Database; readonly logger: Logger; readonly clock: Clock }

/** Does the jobs, here, until stopped. Any number of processes may: each job is done by one. */
export async function runJobs(outside: Outside, workers: readonly Worker[]): Promise<Running> {
  const { database, logger } = outside
  const boss = bossOn(database.primary)
  const stopping = new AbortController()
  const posts = workers.map((worker) => ({ worker, bell: new Bell() }))
  const ring = (...names: readonly string[]) => {
    for (const { worker, bell } of posts) if (names.includes(worker.job.name)) bell.ring()
  }
  const names = workers.map(({ job }) => job.name)
  const ringAll = () => ring(...names)
  const listening = await database.listen(channel, ring, ringAll)
  // Gives back what a dead process held, and forgets what was done days ago.
  const sweep = () =>
    boss.maintain().catch((error) => {
      // At the end of a process its connections end, too.
      if (!stopping.signal.aborted) logger.warn({ reason: reasonOf(error) }, 'jobs')
    })
  void sweep()
  const sweeping = setInterval(sweep, silenceSeconds * 1000)
  const here: Here = { outside, boss, stopping: stopping.signal, running: new Map() }
  const loops = posts.flatMap((post) =>
    Array.from({ length: post.worker.atOnce }, () => runLoop(here, post)),
  )
  // What is due while the database is away is still due when it is back.
  const ringDue = async () => ring(...(await listDue(database.primary, names).catch(() => [])))
  const looking = setInterval(ringDue, pollMs)
  return {
    stop: async () => {
      clearInterval(sweeping)
      clearInterval(looking)
      stopping.abort()
      ringAll()
      await Promise.race([Promise.all(loops), wait(patienceMs, undefined, { ref: false })])
      for (const [id, name] of here.running) await giveBack(boss, name, id, 'The process ends')
      await listening.stop()
    },
  }
}

/** What the loops of one process share. */
type Here = {
  readonly outside: Outside
  readonly boss: PgBoss
  readonly stopping: AbortSignal
  /** The names of the jobs that run, by id. */
  readonly running: Map<string, string>
}

/** A worker, and what calls it; it is called as well when the process is to end. */
type Post = { readonly worker: Worker; readonly bell: Bell }

async function runLoop(here: Here, { worker, bell }: Post): Promise<void> {
  const { boss, stopping } = here
  while (!stopping.aborted) {
    // Before we look, so that what is announced meanwhile is not missed.
    const rung = bell.next()
    const [found] = await boss.fetch<unknown>(worker.job.name, { includeMetadata: true })
    if (found) await runOne(here, worker, found)
    else await rung
  }
}

/** Which of the jobs anybody could begin. */
async function listDue(db: Db, names: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct name from pgboss.job
     where name = any(${names}::text[]) and state < 'active' and start_after <= now()`.execute(db)
  return rows.map(({ name }) => name)
}

async function runOne(
  { outside: { database, logger, clock }, boss, stopping, running }: Here,
  { job, run }: Worker,
  { id, data, retryCount, retryLimit }: PgBoss.JobWithMetadata<unknown>,
): Promise<void> {
  running.set(id, job.name)
  const heartbeat = setInterval(() => {
    // pg-boss counts a job's silence from its start.
    const beat = sql`update pgboss.job set started_on = now() where name = ${job.name} and id = ${id}`
    database.write((tx) => beat.execute(tx)).catch(() => undefined)
  }, heartbeatMs)
  try {
    const payload = job.payload.parse(data)
    await run({ payload, signal: stopping, isLastTry: retryCount >= retryLimit, now: clock() })
    await boss.complete(job.name, id)
  } catch (error) {
    // What is called off because the process ends is begun again by the next: nothing is wrong.
    if (!stopping.aborted) logger.warn({ job: job.name, reason: reasonOf(error) }, 'job')
    await giveBack(boss, job.name, id, reasonOf(error))
  } finally {
    clearInterval(heartbeat)
    running.delete(id)
  }
}

/** Has it begun again while it has tries left. Where even this fails, its silence gives it back. */
const giveBack = (boss: PgBoss, name: string, id: string, message: string) =>
  boss.fail(name, id, { message }).catch(() => undefined)

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** Wakes everybody who waits. */
class Bell {
  #ring = () => {}
  #next = this.#wait()

  next(): Promise<void> {
    return this.#next
  }

  ring(): void {
    this.#ring()
    this.#next = this.#wait()
  }

  #wait(): Promise<void> {
    return new Promise((resolve) => {
      this.#ring = resolve
    })
  }
}

/** pg-boss on a connection of ours: inside a transaction, or on the pool. It starts nothing itself. */
function bossOn(db: Db | Tx): PgBoss {
  const executor = db.getExecutor()
  const executeSql = async (text: string, values: unknown[] = []) => {
    const { rows } = await executor.executeQuery(CompiledQuery.raw(text, values))
    return { rows: [...rows] }
  }
  return new PgBoss({ db: { executeSql }, migrate: false, supervise: false, schedule: false })
}
