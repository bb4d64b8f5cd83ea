import { afterEach } from 'vitest'
import type { CallInput } from '#kit/contract/endpoint.ts'
import type { OutgoingRule } from '#kit/server/outgoing/public-address.ts'
import { type Receiver, startReceiver } from '#testing/receiver.ts'
import { type Stage, stage } from '#testing/stage.ts'
import { hooks } from '../contract.ts'
import { hookKinds } from '../domain.ts'

/** A stage whose hooks may lead to this machine, until a test changes the rule; and receivers for it. */
export function hooking() {
  const undo: (() => void)[] = []
  const rule: { -readonly [Name in keyof OutgoingRule]: OutgoingRule[Name] } = {
    privateNetworks: true,
  }
  afterEach(() => {
    for (const step of undo.splice(0)) step()
    rule.privateNetworks = true
  })
  const open = stage(undefined, async () => ({ outgoing: rule }))
  const set = async (): Promise<Stage> => {
    const cast = await open()
    // Receivers compare the time of a signature with their clock.
    cast.clock.now = new Date()
    return cast
  }
  const receive = async (status = 204): Promise<Receiver> => {
    const receiver = await startReceiver(status)
    undo.push(receiver.stop)
    return receiver
  }
  return { set, receive, rule }
}

type Draft = CallInput<typeof hooks.add>['body']

/** A hook of Ana's for all kinds, unless said otherwise. */
export const addHook = ({ ana }: Stage, { url }: Receiver, draft: Partial<Draft> = {}) =>
  ana.call(hooks.add, { body: { address: url, kinds: [...hookKinds], ...draft } })
