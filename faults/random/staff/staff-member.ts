import { setTimeout as pause } from 'node:timers/promises'
import type { Section } from '#features/forms/contract.ts'
import { session } from '#features/session/contract.ts'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { password } from '../../../bench/data/people.ts'
import type { CallResult } from '../call-result.ts'
import { type Caller, isDoubtful, isForNow, type TestCall } from '../calls.ts'
import type { StaffMember } from '../field.ts'
import type { World } from '../world.ts'

/** A form as it lies open before an editor. */
export type OpenForm = {
  readonly formId: number
  /** What a save that began from it names; undefined: this editor’s client names none. */
  readonly revision: number | undefined
  readonly sections: readonly Section[]
}

/** Somebody of the staff at a screen. */
export type Clerk = {
  readonly world: World
  readonly caller: Caller
  readonly who: StaffMember
  /** Which of the clients it is. */
  readonly index: number
  token: string | undefined
  /** The forms that lie open before them, read a while ago. */
  readonly open: Map<number, OpenForm>
}

/** One try on their behalf, signed in first where they are not; nobody clicks twice on what may be done. */
export async function act<E extends Endpoint>(
  clerk: Clerk,
  asked: Omit<TestCall<E>, 'token'>,
): Promise<CallResult<E>> {
  const address = `10.2.0.${clerk.index}`
  if (!clerk.token) {
    const heard = await clerk.caller.untilHeard({
      endpoint: session.authorize,
      sent: { body: { user: clerk.who.account, password } },
      address,
    })
    if (heard.kind === 'done') clerk.token = heard.reply.access_token
  }
  // The compiler does not put a generic object together again.
  const whole = { ...asked, token: clerk.token, address } as TestCall<E>
  const heard = await clerk.caller.once(whole)
  if (heard.kind === 'refused' && heard.code === 'session.missing') clerk.token = undefined
  // Whoever hears that nothing goes just now looks out of the window for a moment.
  if (isDoubtful(heard) || (heard.kind === 'refused' && isForNow(heard.code))) await pause(400)
  return heard
}

/** What a reading answers, or undefined when it was not answered. */
export async function read<E extends Endpoint>(clerk: Clerk, asked: Omit<TestCall<E>, 'token'>) {
  const heard = await act(clerk, asked)
  return heard.kind === 'done' ? heard.reply : undefined
}

const patienceMs = 120_000

/** The same until it is done; what must become possible again does so within two minutes. */
export async function untilDone<E extends Endpoint>(
  what: string,
  ask: () => Promise<CallResult<E>>,
): Promise<void> {
  const from = Date.now()
  for (;;) {
    const heard = await ask()
    if (heard.kind === 'done') return
    if (Date.now() - from > patienceMs)
      throw new Error(`${what}: not within two minutes, ${JSON.stringify(heard)}`)
    await pause(200)
  }
}
