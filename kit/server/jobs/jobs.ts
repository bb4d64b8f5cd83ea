import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import * as z from 'zod'
import type { Database, Db, Tx } from '#database/open.ts'
import type { Columns } from '#database/rows.ts'
import type { Clock } from '../http/server.ts'

/** Work that any process does later: its name and its payload. */
export type Job<P extends z.ZodType = z.ZodType> = {
  readonly name: string
  readonly payload: P
  /** How often it is tried before it is given up. */
  readonly tries: number
  /** The job to run, with the same payload, once it is given up. */
  readonly otherwise?: Job<P>
}

export const job = <P extends z.ZodType>(job: Job<P>): Job<P> => job

/** A run of a job. It may be a retry: whatever it did before a process died has been done. */
export type Run<P extends z.ZodType = z.ZodType> = {
  readonly payload: z.output<P>
  /** Aborted when the process is about to end; a run that throws then is retried elsewhere. */
  readonly signal: AbortSignal
  /** There is no retry after this. */
  readonly isLastTry: boolean
  readonly now: Date
}

/** A job with its code. */
export type Worker = {
  readonly job: Job
  /** How many of its jobs one process runs at a time. */
  readonly atOnce: number
  run(run: Run): Promise<void>
}

/** Binds a job to its code, as `serve` binds an endpoint to its handler. */
export const worker = <P extends z.ZodType>(
  job: Job<P>,
  run: (run: Run<P>) => Promise<void>,
  atOnce = 1,
): Worker => ({ job, atOnce, run: (given) => run(given as Run<P>) })

const channel = 'veghe_jobs'

/** Heartbeat timeout: a job whose process was silent for so long is restarted, in seconds. */
const silenceSeconds = 30
const heartbeatMs = 10_000
/** Longest backoff between two tries, in seconds; the first is one second, each next twice the last. */
const longestBackoffSeconds = 300
/** How long shutdown waits for running jobs, in milliseconds. */
const patienceMs = 5_000
/**
 * New jobs are announced; polling is for scheduled ones, for those whose process fell silent, and for a lost
 * connection. One query asks for all of a process's workers: separate ones would take every connection once a
 * second.
 */
const pollMs = 1_000

/** Enqueues a job, run once the transaction commits, or a while later; and only if it does. */
export async function enqueue<P extends z.ZodType>(
  tx: Tx,
  { name, payload, tries }: Job<P>,
  input: z.input<P>,
  afterSeconds = 0,
): Promise<void> {
  const stored = JSON.stringify(z.parse(payload, input))
  await sql`
    insert into jobs (name, payload, tries_left, due_at)
    values (${name}, ${stored}::jsonb, ${tries}, now() + make_interval(secs => ${afterSeconds}))`.execute(
    tx,
  )
  await sql`select pg_notify(${channel}, ${name})`.execute(tx)
}

/** Removes queued jobs with the same payload: one run does them all. */
export async function removeDuplicates<P extends z.ZodType>(
  database: Pick<Database, 'write'>,
  job: Job<P>,
  input: z.output<P>,
): Promise<void> {
  await database.write((tx) => dequeue(tx, job, input))
}

/** Removes queued jobs with this in their payload; what runs already goes on. */
export async function dequeue<P extends z.ZodType>(
  tx: Tx,
  { name }: Job<P>,
  input: Partial<z.output<P>>,
): Promise<void> {
  await sql`
    delete from jobs
     where name = ${name} and running_until is null
       and payload @> ${JSON.stringify(input)}::jsonb`.execute(tx)
}

export type Stoppable = {
  /** Lets running jobs finish for a moment; unfinished ones are restarted elsewhere. */
  stop(): Promise<void>
}

type JobDependencies = {
  readonly database: Database
  readonly logger: Logger
  readonly clock: Clock
}

/** Runs the jobs in this process until stopped. Any number of processes may: each job is run by one. */
export async function runJobs(
  dependencies: JobDependencies,
  workers: readonly Worker[],
): Promise<Stoppable> {
  const { database } = dependencies
  const stopping = new AbortController()
  const queues = workers.map((worker) => ({ worker, signal: new WakeUp() }))
  const wake = (...names: readonly string[]) => {
    for (const { worker, signal } of queues) if (names.includes(worker.job.name)) signal.wake()
  }
  const names = workers.map(({ job }) => job.name)
  const wakeAll = () => wake(...names)
  const listening = await database.listen(channel, wake, wakeAll)
  const running: RunnerState = { dependencies, stopping: stopping.signal, begun: new Set() }
  const loops = queues.flatMap((queue) =>
    Array.from({ length: queue.worker.atOnce }, () => runLoop(running, queue)),
  )
  // Jobs that fall due while the database is unreachable stay due until it returns.
  const wakeDue = async () => wake(...(await listDue(database.primary, names).catch(() => [])))
  const looking = setInterval(wakeDue, pollMs)
  return {
    stop: async () => {
      clearInterval(looking)
      stopping.abort()
      wakeAll()
      await Promise.race([Promise.all(loops), wait(patienceMs, undefined, { ref: false })])
      for (const found of running.begun) await requeue(database, found)
      await listening.stop()
    },
  }
}

/** The state shared by the loops of one process. */
type RunnerState = {
  readonly dependencies: JobDependencies
  readonly stopping: AbortSignal
  readonly begun: Set<Found>
}

/** The jobs of one name, and the signal that there may be another; also at shutdown. */
type Queue = { readonly worker: Worker; readonly signal: WakeUp }

/** A job that was started. */
type Found = Columns<'jobs', 'id' | 'payload' | 'triesLeft'>

async function runLoop(process: RunnerState, { worker, signal }: Queue): Promise<void> {
  const { dependencies, stopping } = process
  while (!stopping.aborted) {
    // Before the query, so that an announcement meanwhile is not missed.
    const woken = signal.next()
    const found = await takeNext(dependencies.database, worker.job).catch((error) => {
      if (!stopping.aborted) dependencies.logger.warn({ reason: reasonOf(error) }, 'jobs')
    })
    if (!found) await woken
    // Found during shutdown: perhaps what another loop has just returned.
    else if (stopping.aborted) await requeue(dependencies.database, found)
    else await runOne(process, worker, found)
  }
}

/** Claims the next job of a name, for a while; undefined: none is due and free. */
async function takeNext(database: Database, { name }: Job): Promise<Found | undefined> {
  const { rows } = await database.write((tx) =>
    sql<Found>`
      update jobs
         set tries_left = tries_left - 1, running_until = now() + make_interval(secs => ${silenceSeconds})
       where id = (select id from jobs where name = ${name} and ${isFree}
                    order by due_at, id limit 1 for update skip locked)
      returning id, payload, tries_left`.execute(tx),
  )
  return rows[0]
}

const isFree = sql`due_at <= now() and (running_until is null or running_until < now())`

/** Which of the jobs could be started. */
async function listDue(db: Db, names: readonly string[]): Promise<string[]> {
  const { rows } = await sql<Columns<'jobs', 'name'>>`
    select distinct name from jobs where name = any(${names}::text[]) and ${isFree}`.execute(db)
  return rows.map(({ name }) => name)
}

async function runOne(
  { dependencies: { database, logger, clock }, stopping, begun }: RunnerState,
  { job, run }: Worker,
  found: Found,
): Promise<void> {
  const { id, triesLeft } = found
  // Its process fell silent in the last try.
  if (triesLeft < 0) return giveUp(database, job, found)
  begun.add(found)
  const heartbeat = setInterval(() => {
    database.write((tx) => sayStillRunning(tx, id)).catch(() => undefined)
  }, heartbeatMs)
  try {
    const payload = job.payload.parse(found.payload)
    await run({ payload, signal: stopping, isLastTry: triesLeft === 0, now: clock() })
    await database.write((tx) => sql`delete from jobs where id = ${id}`.execute(tx))
  } catch (error) {
    // A run interrupted by shutdown is restarted by the next process: nothing is wrong.
    if (stopping.aborted) return await requeue(database, found)
    logger.warn({ job: job.name, reason: reasonOf(error), triesLeft }, 'job')
    // Where even this fails, the heartbeat timeout restarts it.
    if (triesLeft === 0) await giveUp(database, job, found).catch(() => undefined)
    else await tryLater(database, job, found).catch(() => undefined)
  } finally {
    clearInterval(heartbeat)
    begun.delete(found)
  }
}

const sayStillRunning = (tx: Tx, id: number) =>
  sql`update jobs set running_until = now() + make_interval(secs => ${silenceSeconds})
       where id = ${id}`.execute(tx)

/** Returns a job to the queue; a shutdown costs no try. */
async function requeue(database: Database, { id, triesLeft }: Found): Promise<void> {
  await database
    .write((tx) =>
      sql`update jobs set tries_left = ${triesLeft + 1}, running_until = null
           where id = ${id}`.execute(tx),
    )
    .catch(() => undefined)
}

/** Retries after a pause that doubles with each try (exponential backoff). */
async function tryLater(
  database: Database,
  { tries }: Job,
  { id, triesLeft }: Found,
): Promise<void> {
  const seconds = Math.min(2 ** (tries - triesLeft - 1), longestBackoffSeconds)
  await database.write((tx) =>
    sql`update jobs set running_until = null, due_at = now() + make_interval(secs => ${seconds})
         where id = ${id}`.execute(tx),
  )
}

/** There are no more tries; its follow-up job is enqueued instead. */
async function giveUp(
  database: Database,
  { otherwise }: Job,
  { id, payload }: Found,
): Promise<void> {
  await database.write(async (tx) => {
    await sql`delete from jobs where id = ${id}`.execute(tx)
    if (otherwise) await enqueue(tx, otherwise, payload)
  })
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** Wakes all waiters. */
class WakeUp {
  #wake = () => {}
  #next = this.#wait()

  next(): Promise<void> {
    return this.#next
  }

  wake(): void {
    this.#wake()
    this.#next = this.#wait()
  }

  #wait(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve
    })
  }
}
