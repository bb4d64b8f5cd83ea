import type { Readable } from 'node:stream'
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import type { Database } from '#database/open.ts'
import { findStaffActor } from '#features/session/server/queries.ts'
import { Problem } from '#kit/contract/problem.ts'
import { may } from '#kit/contract/who.ts'
import type { Clock } from '#kit/server/http/server.ts'
import { type Worker, worker } from '#kit/server/jobs/jobs.ts'
import type { Secrets } from '#kit/server/security/secrets.ts'
import { rightFor } from '../domain.ts'
import { runTask, type TaskKey, taskGivenUp } from './queries.ts'
import {
  beginTask,
  failTask,
  finishTask,
  forgetResult,
  forgetTask,
  giveUpTask,
  insertPart,
  isRunning,
  readUpload,
  TaskLost,
  type TaskProgress,
  type TaskRun,
  updateLimits,
  updateProgress,
} from './run-queries.ts'
import { Refusal, type Run, type TaskKind } from './runs.ts'

/** How many tasks a process runs at a time: a long export does not delay a short import. */
const atOnce = 2

/** How often progress is stored and cancelling checked, in milliseconds. */
const tickMs = 500

/** How long a run works before it yields, in milliseconds. */
const turnMs = 20

/** Size of a result's parts, in bytes: few round trips, little memory. */
const partBytes = 1_048_576

type TaskJobDependencies = {
  readonly database: Database
  readonly clock: Clock
  readonly secrets: Pick<Secrets, 'seal'>
}

/** The workers that run enqueued tasks. */
export const taskWorkers = (
  dependencies: TaskJobDependencies,
  kinds: readonly TaskKind[],
): readonly Worker[] => [
  worker(runTask, ({ payload, signal }) => runOne(dependencies, kinds, payload, signal), atOnce),
  worker(taskGivenUp, ({ payload }) =>
    dependencies.database.write((tx) => giveUpTask(tx, payload, dependencies.clock())),
  ),
  worker(forgetTask, ({ payload }) =>
    dependencies.database.write((tx) => forgetResult(tx, payload)),
  ),
]

async function runOne(
  dependencies: TaskJobDependencies,
  kinds: readonly TaskKind[],
  key: TaskKey,
  stopping: AbortSignal,
): Promise<void> {
  const { database, clock } = dependencies
  const running = await beginTask(database, key, clock())
  if (!running) return
  const pace = new ProgressReporter(database, running, stopping)
  try {
    await pace.during(() => runKind(dependencies, kinds, running, pace))
  } catch (error) {
    const why = error instanceof Problem ? { why: error } : error instanceof Refusal && error
    if (why)
      return database.write((tx) => failTask(tx, running, why, clock())).catch(ignoreTaskLost)
    // A stopped run fails in various ways, which do not matter once the task is over.
    if (await isRunning(database.primary, running)) throw error
  }
}

const ignoreTaskLost = (error: unknown) => {
  if (!(error instanceof TaskLost)) throw error
}

async function runKind(
  dependencies: TaskJobDependencies,
  kinds: readonly TaskKind[],
  running: TaskRun,
  pace: ProgressReporter,
): Promise<void> {
  const { primary } = dependencies.database
  const kind = kinds.find((one) => one.kind === running.kind)
  if (!kind) throw new Error(`Nothing does ${running.kind}`)
  const { electionId, staffId } = running
  const who = staffId ? await findStaffActor(primary, electionId, staffId) : undefined
  if (!who || !may(who, rightFor(kind.kind))) throw new Problem('session.forbidden')
  const { countyIds } = who.scope
  if (String(countyIds) !== String(running.countyIds))
    await dependencies.database.write((tx) => updateLimits(tx, running, countyIds))
  await kind.run(
    runOf(dependencies, running, pace, { who, request: kind.request.parse(running.asked) }),
  )
  if (await isRunning(primary, running)) throw new Error(`${running.kind} has no end`)
}

function runOf(
  { database, clock, secrets }: TaskJobDependencies,
  running: TaskRun,
  pace: ProgressReporter,
  given: Pick<Run, 'who' | 'request'>,
): Run {
  return {
    ...given,
    now: clock(),
    database,
    signal: pace.signal,
    progress: (done, total) => pace.progress(done, total),
    upload: {
      fileName: running.fileName ?? '',
      bytes: () => readUpload(database.primary, running),
    },
    seal: (refused) => secrets.seal(JSON.stringify(refused)).toString('base64'),
    finish: (tx, outcome) => finishTask(tx, running, outcome, pace.reached, clock()),
    keep: async ({ fileName, mediaType, stream }) => {
      let sizeBytes = 0
      let parts = 0
      for await (const bytes of partsOf(stream)) {
        pace.signal.throwIfAborted()
        const part = parts
        await database.write((tx) => insertPart(tx, running, part, bytes))
        sizeBytes += bytes.length
        parts += 1
      }
      return { fileName, mediaType, sizeBytes }
    },
  }
}

async function* partsOf(stream: Readable): AsyncGenerator<Buffer> {
  let chunks: Buffer[] = []
  let length = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    length += chunk.length
    if (length < partBytes) continue
    yield Buffer.concat(chunks)
    chunks = []
    length = 0
  }
  if (length > 0) yield Buffer.concat(chunks)
}

/** Stores a run's progress, and aborts it when the task is cancelled or lost. */
class ProgressReporter {
  readonly signal: AbortSignal
  readonly #database: Database
  readonly #running: TaskRun
  readonly #over = new AbortController()
  reached: TaskProgress = { done: 0, total: null }
  #told = this.reached
  #turnedAt = performance.now()

  constructor(database: Database, running: TaskRun, stopping: AbortSignal) {
    this.#database = database
    this.#running = running
    this.signal = AbortSignal.any([stopping, this.#over.signal])
  }

  async progress(done: number, total: number): Promise<void> {
    this.signal.throwIfAborted()
    this.reached = { done, total }
    if (performance.now() - this.#turnedAt < turnMs) return
    await nextTurn()
    this.#turnedAt = performance.now()
  }

  async during(work: () => Promise<void>): Promise<void> {
    const ended = new AbortController()
    const ticking = this.#tick(ended.signal)
    await work().finally(async () => {
      ended.abort()
      await ticking
    })
  }

  async #tick(ended: AbortSignal): Promise<void> {
    const isOver = () => wait(tickMs, false, { signal: ended }).catch(() => true)
    while (!(await isOver()) && !this.signal.aborted)
      await this.#tell().catch((error) => {
        // A run survives a short loss of the database.
        if (error instanceof TaskLost) this.#over.abort(error)
      })
  }

  async #tell(): Promise<void> {
    const { reached } = this
    if (reached !== this.#told) {
      await this.#database.write((tx) => updateProgress(tx, this.#running, reached))
      this.#told = reached
    } else if (!(await isRunning(this.#database.primary, this.#running))) throw new TaskLost()
  }
}
