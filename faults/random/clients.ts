import { callerOf, type Surroundings } from './calls.ts'
import { drawOf } from './chance.ts'
import { electionOperations } from './election-operations.ts'
import { staff } from './field.ts'
import { formOperations } from './form-operations.ts'
import { messageOperations } from './message-operations.ts'
import { observerOperations } from './observer-operations.ts'
import { choose, type Operation } from './operation.ts'
import type { Holder } from './phone.ts'
import { phoneOperations } from './phone-operations.ts'
import { placeOperations } from './place-operations.ts'
import { readOperations } from './read-operations.ts'
import type { Clerk } from './staff-member.ts'
import { taskOperations } from './task-operations.ts'
import { unplacedOperations } from './unplaced-operations.ts'
import type { World } from './world.ts'

/** Somebody who does one thing after the other. */
export type Client = {
  readonly name: string
  readonly index: number
  /** What it does as its nth, of which a seed alone decides what kind it is. */
  next(seed: number, nth: number): { readonly name: string; run(): Promise<unknown> }
}

/** How many of the clients hold phones; the others are the staff. */
const holders = 16

/** What each of the staff does. Two edit the same forms, two place the same reports. */
const duties: Readonly<Record<(typeof staff)[number]['account'], readonly Operation<Clerk>[]>> = {
  ana: [...formOperations, ...readOperations],
  ioan: [...formOperations, ...unplacedOperations],
  radu: [...observerOperations, ...taskOperations, ...readOperations],
  sorin: [...placeOperations, ...messageOperations, ...readOperations],
  vera: [...electionOperations, ...placeOperations, ...observerOperations, ...readOperations],
  rodica: [...unplacedOperations, ...messageOperations, ...readOperations],
  sanda: [...unplacedOperations, ...readOperations],
  calin: [...observerOperations, ...unplacedOperations, ...messageOperations],
}

export function clientsOf(world: World, around: Surroundings): Client[] {
  const people = [...world.people.values()]
  const phones = Array.from({ length: holders }, (_, index) => {
    const name = `phones ${index + 1}`
    const own = people.filter((_person, nth) => nth % holders === index)
    const holder: Holder = {
      world,
      caller: callerOf(name, around),
      phones: own.map((owner, nth) => ({
        device: `device-${owner.id}`,
        isNewer: nth % 2 === 0,
        owner,
        token: undefined,
        copies: [],
        rests: 0,
      })),
    }
    return clientOf({ name, index }, holder, phoneOperations)
  })
  const clerks = staff.map((who, nth) => {
    const index = holders + nth
    const caller = callerOf(who.account, around)
    const clerk: Clerk = { world, caller, who, index, token: undefined, open: new Map() }
    return clientOf({ name: who.account, index }, clerk, duties[who.account])
  })
  return [...phones, ...clerks]
}

function clientOf<Actor>(
  { name, index }: { readonly name: string; readonly index: number },
  actor: Actor,
  operations: readonly Operation<Actor>[],
): Client {
  return {
    name,
    index,
    next: (seed, nth) => {
      const draw = drawOf(seed, index, nth)
      const chosen = choose(operations, draw)
      return { name: chosen?.name ?? '', run: async () => chosen?.run(actor, draw) }
    },
  }
}
