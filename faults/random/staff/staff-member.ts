import { setTimeout as pause } from 'node:timers/promises'
import type { Section } from '#features/forms/contract.ts'
import { session } from '#features/session/contract.ts'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { password } from '../../../bench/data/people.ts'
import type { CallResult } from '../call-result.ts'
import { type Caller, isDoubtful, isForNow, type TestCall } from '../calls.ts'
import type { StaffMember } from '../field.ts'
import type { World } from '../world.ts'

/** A form open in an editor. */
export type OpenForm = {
  readonly formId: number
  /** The revision a save is based on; undefined: this editor’s client sends none. */
  readonly revision: number | undefined
  readonly sections: readonly Section[]
}

/** A staff user at a screen. */
export type Clerk = {
  readonly world: World
  readonly caller: Caller
  readonly who: StaffMember
  /** The index of the client. */
  readonly index: number
  token: string | undefined
  /** The forms open in their editor, as read earlier. */
  readonly open: Map<number, OpenForm>
}

/** Makes one call as the staff user, after signing in if needed; does not repeat a write that may be done. */
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
  // The compiler cannot reassemble a generic object.
  const whole = { ...asked, token: clerk.token, address } as TestCall<E>
  const heard = await clerk.caller.once(whole)
  if (heard.kind === 'refused' && heard.code === 'session.missing') clerk.token = undefined
  // After a temporary refusal the client pauses for a moment.
  if (isDoubtful(heard) || (heard.kind === 'refused' && isForNow(heard.code))) await pause(400)
  return heard
}

/** The reply of a read, or undefined without one. */
export async function read<E extends Endpoint>(clerk: Clerk, asked: Omit<TestCall<E>, 'token'>) {
  const heard = await act(clerk, asked)
  return heard.kind === 'done' ? heard.reply : undefined
}

const patienceMs = 120_000

/** Retries until it is done; temporary refusals must end within two minutes. */
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
