import { setTimeout as wait } from 'node:timers/promises'
import { isWebChannel } from '#kit/contract/push.ts'

/** The text of a message, and its data for the app. */
export type PushMessage = {
  readonly title: string
  readonly body: string
  readonly data: Readonly<Record<string, string>>
}

/** A phone's or a browser's push address, as it was registered. */
export type Device = { readonly channel: string; readonly token: string }

/** Why a device was not reached. */
export type PushFault =
  | 'no-provider'
  | 'device-gone'
  | 'not-authorised'
  | 'refused'
  | 'busy'
  | 'unreachable'

/** The provider could not accept it now. */
type TryLater = {
  readonly why: 'busy' | 'unreachable'
  /** How long the provider asks us to wait; undefined when it does not say. */
  readonly againMs: number | undefined
  /** Whether that is for everything we send. */
  readonly concernsAll: boolean
}

/** The result of one attempt. */
export type PushResult = 'sent' | PushFault | TryLater

/** Makes one attempt. May throw: then the provider did not respond. */
export type Provider = (token: string, message: PushMessage) => Promise<PushResult>

export type Push = {
  /** Whether any provider is configured; without one nothing is ever sent. */
  readonly isConfigured: boolean
  /** How long retrying makes sense while no provider responds, in milliseconds. */
  readonly patienceMs: number
  /** From now on it sends slowly as long as there is other work. */
  giveWay(isInTheWay: () => boolean): void
  /**
   * Retries until the result is known; `left` when it was told to stop before that, `withdrawn` when it was
   * no longer due, which is checked before each attempt.
   */
  send(
    device: Device,
    message: PushMessage,
    signal: AbortSignal,
    isDue?: () => Promise<boolean>,
  ): Promise<'sent' | PushFault | 'left' | 'withdrawn'>
}

export type PushOptions = {
  /** The provider for phones. */
  readonly phones?: Provider | undefined
  /** The provider for browsers. */
  readonly browsers?: Provider | undefined
  /** The pause before the second attempt; each further one waits twice as long. */
  readonly pauseMs?: number
  readonly patienceMs?: number
}

/** How many requests to one provider run at a time. */
const mostAtOnce = 200
/**
 * How many are started in one turn of the event loop. Otherwise those answered together would be followed
 * together, and all other work of the process would wait behind two hundred of them, at each of its own
 * turns.
 */
const mostInATurn = 10
/** The pause between those while there are calls, in milliseconds: half of a process's time is theirs. */
const givingWayMs = 20
const mostTries = 4
/** Where a provider asks for a longer pause than this, the caller retries later. */
const mostPauseMs = 120_000

/**
 * The timeout of one request to a provider, in milliseconds. Long, because a provider that has accepted the
 * message, but answers too late, gets it again.
 */
export const answerWithinMs = 30_000

export function openPush(options: PushOptions): Push {
  const { phones, browsers, pauseMs = 1000, patienceMs = 180_000 } = options
  const lines = {
    phones: phones && new ProviderQueue(phones, pauseMs),
    browsers: browsers && new ProviderQueue(browsers, pauseMs),
  }
  return {
    isConfigured: phones !== undefined || browsers !== undefined,
    patienceMs,
    giveWay: (isInTheWay) => {
      for (const line of [lines.phones, lines.browsers]) line?.giveWay(isInTheWay)
    },
    send: async ({ channel, token }, message, signal, isDue = async () => true) => {
      const line = isWebChannel(channel) ? lines.browsers : lines.phones
      return line ? line.send({ token, message, isDue }, signal) : 'no-provider'
    },
  }
}

type QueuedPush = {
  readonly token: string
  readonly message: PushMessage
  readonly isDue: () => Promise<boolean>
}

/** The queue of one provider: so many requests at a time, and none while it asks us to wait. */
class ProviderQueue {
  readonly #provider: Provider
  readonly #pauseMs: number
  readonly #waiting: (() => void)[] = []
  #free = mostAtOnce
  #isGoingOn = false
  #isInTheWay = () => false
  #shutUntil = 0

  constructor(provider: Provider, pauseMs: number) {
    this.#provider = provider
    this.#pauseMs = pauseMs
  }

  giveWay(isInTheWay: () => boolean): void {
    this.#isInTheWay = isInTheWay
  }

  async send(due: QueuedPush, signal: AbortSignal) {
    for (let tries = 1; ; tries++) {
      const answer = await this.#attempt(due, signal)
      if (typeof answer === 'string') return answer
      const pauseMs = answer.againMs ?? this.#pauseMs * 2 ** (tries - 1)
      if (answer.concernsAll) this.#shutUntil = Math.max(this.#shutUntil, Date.now() + pauseMs)
      if (tries === mostTries || pauseMs > mostPauseMs) return answer.why
      // Other messages are sent during this pause.
      await pause(pauseMs, signal)
    }
  }

  async #attempt(
    { token, message, isDue }: QueuedPush,
    signal: AbortSignal,
  ): Promise<PushResult | 'left' | 'withdrawn'> {
    await this.#enter()
    try {
      await this.#opened(signal)
      if (signal.aborted) return 'left'
      if (!(await isDue())) return 'withdrawn'
      return await this.#provider(token, message)
    } catch {
      return { why: 'unreachable', againMs: undefined, concernsAll: false }
    } finally {
      this.#leave()
    }
  }

  #enter(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve)
      this.#goOn()
    })
  }

  #leave(): void {
    this.#free += 1
    this.#goOn()
  }

  #goOn(): void {
    if (this.#isGoingOn || this.#waiting.length === 0) return
    this.#isGoingOn = true
    const begin = () => {
      this.#isGoingOn = false
      for (const next of this.#waiting.splice(0, Math.min(this.#free, mostInATurn))) {
        this.#free -= 1
        next()
      }
      if (this.#free > 0) this.#goOn()
    }
    if (this.#isInTheWay()) setTimeout(begin, givingWayMs)
    else setImmediate(begin)
  }

  async #opened(signal: AbortSignal): Promise<void> {
    for (;;) {
      const shutForMs = Math.min(this.#shutUntil - Date.now(), mostPauseMs)
      if (shutForMs <= 0 || signal.aborted) return
      await pause(shutForMs, signal)
    }
  }
}

const pause = (ms: number, signal: AbortSignal) =>
  Promise.race([wait(ms, undefined, { ref: false }), endOf(signal)])

const ends = new WeakMap<AbortSignal, Promise<void>>()

/** Shares one listener per signal among thousands of waiters. */
function endOf(signal: AbortSignal): Promise<void> {
  const known = ends.get(signal)
  if (known) return known
  const end = new Promise<void>((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
  ends.set(signal, end)
  return end
}

/** The result of a provider's status that is not about the device. */
export function pushResultOf({ status, headers }: Response): PushResult {
  if (status < 300) return 'sent'
  if (status === 401 || status === 403) return 'not-authorised'
  if (status !== 429 && status < 500) return 'refused'
  const againMs = patienceOf(headers.get('retry-after'))
  return { why: 'busy', againMs, concernsAll: status === 429 || againMs !== undefined }
}

/** `Retry-After` in milliseconds: it contains seconds or a date. */
function patienceOf(header: string | null): number | undefined {
  if (header === null) return undefined
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now()
  return Number.isNaN(ms) ? undefined : Math.max(0, ms)
}
