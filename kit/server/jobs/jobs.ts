import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import * as z from 'zod'
import type { Database, Db, Tx } from '#database/open.ts'
import type { Columns } from '#database/rows.ts'
import type { Clock } from '../http/server.ts'

/** Work that is done later, by any process: what it is called and what it is told. */
export type Job<P extends z.ZodType = z.ZodType> = {
  readonly name: string
  readonly payload: P
  /** How often it is begun before it is given up. */
  readonly tries: number
  /** What is to be done, and told the same, once it is given up. */
  readonly otherwise?: Job<P>
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
/** The longest pause between two tries, in seconds; the first is one second, each next twice the last. */
const longestBackoffSeconds = 300
/** How long the end of a process waits for what runs, in milliseconds. */
const patienceMs = 5_000
/**
 * Jobs are announced; this is for those that wait for their hour or whose process fell silent, and for a lost
 * connection. All of a process's workers are asked for at once: each by itself would take every connection once a second.
 */
const pollMs = 1_000

/** Has it done once the transaction commits, or a while later; and only if it does. */
export async function enqueue<P extends z.ZodType>(
  tx: Tx,
  { name, payload, tries }: Job<P>,
  told: z.input<P>,
  afterSeconds = 0,
): Promise<void> {
  const stored = JSON.stringify(z.parse(payload, told))
  await sql`
    insert into jobs (name, payload, tries_left, due_at)
    values (${name}, ${stored}::jsonb, ${tries}, now() + make_interval(secs => ${afterSeconds}))`.execute(
    tx,
  )
  await sql`select pg_notify(${channel}, ${name})`.execute(tx)
}

/** Removes the jobs that wait and were told the same: whoever does one of them does them all. */
export async function removeDuplicates<P extends z.ZodType>(
  database: Pick<Database, 'write'>,
  { name }: Job<P>,
  told: z.output<P>,
): Promise<void> {
  await database.write((tx) =>
    sql`
      delete from jobs
       where name = ${name} and running_until is null
         and payload = ${JSON.stringify(told)}::jsonb`.execute(tx),
  )
}

export type Stoppable = {
  /** Finishes what runs, for a moment; what is still not done then is begun again elsewhere. */
  stop(): Promise<void>
}

type JobDependencies = {
  readonly database: Database
  readonly logger: Logger
  readonly clock: Clock
}

/** Does the jobs, here, until stopped. Any number of processes may: each job is done by one. */
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
  // What is due while the database is away is still due when it is back.
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

/** What the loops of one process share. */
type RunnerState = {
  readonly dependencies: JobDependencies
  readonly stopping: AbortSignal
  readonly begun: Set<Found>
}

/** The jobs of one name, and what tells that there may be another; also when the process is to end. */
type Queue = { readonly worker: Worker; readonly signal: WakeUp }

/** A job that was begun. */
type Found = Columns<'jobs', 'id' | 'payload' | 'triesLeft'>

async function runLoop(process: RunnerState, { worker, signal }: Queue): Promise<void> {
  const { dependencies, stopping } = process
  while (!stopping.aborted) {
    // Before we look, so that what is announced meanwhile is not missed.
    const woken = signal.next()
    const found = await takeNext(dependencies.database, worker.job).catch((error) => {
      if (!stopping.aborted) dependencies.logger.warn({ reason: reasonOf(error) }, 'jobs')
    })
    if (!found) await woken
    // Found while the end was said: perhaps what another loop has just given back.
    else if (stopping.aborted) await requeue(dependencies.database, found)
    else await runOne(process, worker, found)
  }
}

/** Begins the next job of a name, for a while; undefined: none is due that nobody does. */
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

/** Which of the jobs anybody could begin. */
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
    // What is called off because the process ends is begun again by the next: nothing is wrong.
    if (stopping.aborted) return await requeue(database, found)
    logger.warn({ job: job.name, reason: reasonOf(error), triesLeft }, 'job')
    // Where even this fails, its silence has it begun again.
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

/** Has it begun again by whoever is there; that a process ends costs no try. */
async function requeue(database: Database, { id, triesLeft }: Found): Promise<void> {
  await database
    .write((tx) =>
      sql`update jobs set tries_left = ${triesLeft + 1}, running_until = null
           where id = ${id}`.execute(tx),
    )
    .catch(() => undefined)
}

/** Has it begun again after a pause that doubles with each try (exponential backoff). */
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

/** Nobody tries it any more; what is to be done then is left for later in its place. */
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

/** Wakes everybody who waits. */
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
