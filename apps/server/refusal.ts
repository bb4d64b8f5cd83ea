import { once } from 'node:events'
import { createServer } from 'node:net'
import { codeOf } from '#database/failure.ts'
import type { Config } from './config.ts'

/** The reason of a failure, for people. A name with several addresses fails several times. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join('; ')
  return error instanceof Error ? error.message : String(error)
}

/** Names the variable that a failure is about: `startEmbedded(…).catch(named('DATA_DIR'))`. */
export const named =
  (variable: keyof Config) =>
  (error: unknown): never => {
    throw new Error(`${variable}: ${reasonOf(error)}`, { cause: error })
  }

/** Says why we cannot listen there. */
export const refuseAddress =
  ({ HOST, PORT }: Pick<Config, 'HOST' | 'PORT'>) =>
  (error: unknown): never => {
    const code = codeOf(error)
    if (code === 'EADDRINUSE') return named('PORT')(`${PORT} on ${HOST} is taken`)
    return named(code === 'EACCES' ? 'PORT' : 'HOST')(error)
  }

/** Checks before anything is started, and once for all web processes, whether we can listen. */
export async function ensureFree(config: Pick<Config, 'HOST' | 'PORT'>): Promise<void> {
  const probe = createServer()
  const listening = once(probe, 'listening')
  probe.listen(config.PORT, config.HOST)
  await listening.catch(refuseAddress(config))
  await new Promise((resolve) => probe.close(resolve))
}
