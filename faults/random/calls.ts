import { setTimeout as pause } from 'node:timers/promises'
import * as z from 'zod'
import { requestOf, type SentCall } from '#apps/cli/phone.ts'
import type { Endpoint, Reply } from '#kit/contract/endpoint.ts'
import { type ProblemCode, problems } from '#kit/contract/problem.ts'
import { addressOf, readProblem, readReply } from '#kit/contract/wire.ts'
import type { AnyResult, CallResult, Times } from './call-result.ts'
import { isAnsweredWell } from './oracles/call-oracle.ts'
import type { Trace } from './trace.ts'

export type TestCall<E extends Endpoint> = SentCall<E> & {
  readonly about?: readonly string[]
  /** The address that a proxy would report, so that failed sign-ins lock out only this caller. */
  readonly address?: string
}

export type Caller = {
  /** One attempt. */
  once<E extends Endpoint>(call: TestCall<E>): Promise<CallResult<E>>
  /** Retries as a phone does, until the server has answered or for two minutes. */
  untilHeard<E extends Endpoint>(call: TestCall<E>): Promise<CallResult<E>>
}

export type TestContext = {
  readonly url: string
  readonly trace: Trace
  /** Whether a fault was active at any time between the two. */
  wasStruck(from: number, to: number): boolean
  /** How long reports took, in milliseconds. */
  readonly reportMs: number[]
}

const patienceMs = 120_000
/** Longer than any call may take, even on a busy machine. */
const answerWithinMs = 60_000
/** Calls the server for a phone or a staff user, and records calls and replies. */
export function callerOf(client: string, around: TestContext): Caller {
  const once: Caller['once'] = async (call) => {
    const heard = await send(around.url, call)
    note(client, around, call, heard)
    return heard
  }
  return { once, untilHeard: (call) => retryUntilAnswered(once, call) }
}

/** Retries until there is a final answer. */
async function retryUntilAnswered<E extends Endpoint>(
  once: Caller['once'],
  call: TestCall<E>,
): Promise<CallResult<E>> {
  const from = Date.now()
  let wasDoubtful = false
  for (;;) {
    const heard = { ...(await once(call)), from }
    if (heard.kind === 'done') return heard
    const isAnswered = heard.kind === 'refused' && !isForNow(heard.code)
    if (isAnswered) return { ...heard, mayBeDone: wasDoubtful }
    wasDoubtful ||= isDoubtful(heard)
    if (Date.now() - from > patienceMs) return heard
    await pause(heard.kind === 'unheard' ? 100 : 400)
  }
}

/** The server may or may not have done it. */
export const isDoubtful = (heard: AnyResult): boolean =>
  heard.kind === 'unheard' || (heard.kind === 'refused' && heard.mayBeDone)

/** Refusals after which a client retries. */
export const isForNow = (code: ProblemCode) => problems[code].status === 503

async function send<E extends Endpoint>(url: string, call: TestCall<E>): Promise<CallResult<E>> {
  const from = Date.now()
  const { endpoint, sent, address = '10.0.0.1' } = call
  try {
    const response = await fetch(url + addressOf(endpoint, sent), {
      ...requestOf(call, { 'x-forwarded-for': address }),
      signal: AbortSignal.timeout(answerWithinMs),
    })
    const body = await response.text()
    const times = { from, to: Date.now() }
    if (response.status >= 400) return refused(times, response.status, body)
    const isRead = endpoint.reply instanceof z.ZodType
    const reply = isRead ? readReply(endpoint, response.status, body) : (undefined as Reply<E>)
    return { kind: 'done', reply, ...times }
  } catch (error) {
    if (error instanceof z.ZodError) throw error
    return { kind: 'unheard', from, to: Date.now() }
  }
}

function refused(times: Times, status: number, body: string) {
  const problem = readProblem(parsed(body))
  const { code } = problem
  const mayBeDone = status >= 500 && code !== 'server.overloaded'
  return { kind: 'refused' as const, code, problem, mayBeDone, ...times }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Records the call, and reports at once a reply that no call may have. */
function note<E extends Endpoint>(
  client: string,
  around: TestContext,
  { endpoint, sent, about = [] }: TestCall<E>,
  heard: CallResult<E>,
): void {
  const { trace } = around
  const call = `${endpoint.method} ${endpoint.path}`
  const { from, to } = heard
  const outcome = heard.kind === 'refused' ? heard.code : heard.kind
  trace.add({ client, call, about, input: JSON.stringify(sent), from, to, outcome })
  const isReport = endpoint.access === 'observer'
  const isStruck = around.wasStruck(from, to)
  if (isReport && !isStruck) around.reportMs.push(to - from)
  const answered = { call: `${client} ${call}`, about, heard, isStruck }
  for (const finding of isAnsweredWell(answered)) trace.find(finding)
}
