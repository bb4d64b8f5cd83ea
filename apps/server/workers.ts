import cluster, { type Address, type Worker } from 'node:cluster'

/** A running server: its port, and how to stop it. */
export type RunningServer = { readonly port: number; stop(): Promise<void> }

/** The delay before a dead worker is replaced, in milliseconds: one that keeps crashing costs little. */
const pauseMs = 500

type WorkerOptions = {
  readonly environment: object
  /** Called when another process signals one worker to end; the signal is meant for all. */
  readonly onTold: () => void
}

/** Starts web processes that share one port, and replaces any that dies. */
export async function serveByWorkers(
  count: number,
  { environment, onTold }: WorkerOptions,
): Promise<RunningServer> {
  let stopping = false
  const start = (): Worker => {
    const worker = cluster.fork(environment)
    worker.once('exit', (code) => {
      if (stopping) return
      if (code === 0) onTold()
      else setTimeout(() => stopping || start(), pauseMs).unref()
    })
    return worker
  }
  const listening = Array.from({ length: count }, start).map(
    (worker) =>
      new Promise<Address>((resolve, reject) => {
        worker.once('listening', resolve)
        worker.once('exit', () => reject(new Error('A web process could not start')))
      }),
  )
  const [address] = await Promise.all(listening)
  return {
    port: address?.port ?? 0,
    stop: async () => {
      stopping = true
      const all = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
      await Promise.all(all.map(stopWorker))
    },
  }
}

const stopWorker = (worker: Worker) =>
  new Promise<void>((resolve) => {
    worker.once('exit', () => resolve())
    if (worker.isDead()) resolve()
    else worker.process.kill('SIGTERM')
  })
