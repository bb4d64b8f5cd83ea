import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { CallInput, Endpoint } from '#kit/contract/endpoint.ts'
import { addressOf, bodyOf } from '#kit/contract/wire.ts'
import type { Statement } from './sql-line.ts'

/** The job of a load generator. */
export type Job = {
  /** Of a server or of a database. */
  readonly url: string
  /** Contains the calls, separated by zero bytes. */
  readonly file: string
  readonly inFlight: number
  readonly seconds: number
  /** Starts over at the end of the calls. */
  readonly isRepeated: boolean
}

/** Latencies in milliseconds. */
export type Measured = {
  readonly sent: number
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
  readonly failed: number
  /** When the last reply had arrived, by `Date.now`. */
  readonly endedAt: number
  readonly wrong?: string
}

type Load = Pick<Job, 'url' | 'inFlight' | 'seconds'> & { readonly isRepeated?: boolean }

/**
 * Calls from another process, so that measuring does not disturb what is measured.
 * @throws Error when a call was refused: a refusal must not count as fast.
 */
export async function load(calls: readonly string[], options: Load): Promise<Measured> {
  const folder = await mkdtemp(join(tmpdir(), 'veghe-calls-'))
  try {
    const file = join(folder, 'calls')
    await writeFile(file, calls.join('\0'))
    const job: Job = { isRepeated: false, ...options, file }
    const program = fileURLToPath(new URL('load.ts', import.meta.url))
    const args = ['--import', 'tsx', program, JSON.stringify(job)]
    const { stdout } = await promisify(execFile)(process.execPath, args)
    const measured = JSON.parse(stdout) as Measured
    if (measured.failed > 0) throw new Error(`${measured.failed} calls failed: ${measured.wrong}`)
    return measured
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** A call of an endpoint, as on the wire. */
export function httpCall<E extends Endpoint>(
  endpoint: E,
  sent: CallInput<E>,
  token?: string,
): string {
  const json = bodyOf(endpoint, sent)
  const head = [
    `${endpoint.method} ${addressOf(endpoint, sent)} HTTP/1.1`,
    'host: 127.0.0.1',
    ...(endpoint.method === 'GET' ? ['accept-encoding: gzip, br'] : []),
    ...(token ? [`authorization: Bearer ${token}`] : []),
    ...(json === undefined
      ? []
      : ['content-type: application/json', `content-length: ${Buffer.byteLength(json)}`]),
  ]
  return `${head.join('\r\n')}\r\n\r\n${json ?? ''}`
}

/** The statements of a call, for a line to PostgreSQL. */
export const sqlCall = (statements: readonly Statement[]) => JSON.stringify(statements)
