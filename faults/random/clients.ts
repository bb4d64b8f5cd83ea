import { seededRandomOf } from '#testing/evening/seeded-random.ts'
import { callerOf, type TestContext } from './calls.ts'
import { staff } from './field.ts'
import { choose, type Operation } from './operation.ts'
import { freshPhone, type Holder } from './phones/phone.ts'
import { phoneOperations } from './phones/phone-operations.ts'
import { sayingOperations } from './phones/saying-operations.ts'
import { telephoneOperations } from './phones/telephone-operations.ts'
import { correctionOperations } from './staff/correction-operations.ts'
import { electionOperations } from './staff/election-operations.ts'
import { formOperations } from './staff/form-operations.ts'
import { mapOperations } from './staff/map-operations.ts'
import { messageOperations } from './staff/message-operations.ts'
import { milestoneOperations } from './staff/milestone-operations.ts'
import { observerOperations } from './staff/observer-operations.ts'
import { placeOperations } from './staff/place-operations.ts'
import { copyOperations, planFileOperations } from './staff/plan-file-operations.ts'
import { planOperations } from './staff/plan-operations.ts'
import { readOperations } from './staff/read-operations.ts'
import type { Clerk } from './staff/staff-member.ts'
import { stationOperations } from './staff/station-operations.ts'
import { taskOperations } from './staff/task-operations.ts'
import { teamOperations } from './staff/team-operations.ts'
import { unplacedOperations } from './staff/unplaced-operations.ts'
import type { World } from './world.ts'

/** A client that runs one operation after the other. */
export type Client = {
  readonly name: string
  readonly index: number
  /** Its share of all operations. */
  readonly share: number
  /** Runs its nth operation; only the seed decides its kind. */
  next(seed: number, nth: number): { readonly name: string; run(): Promise<unknown> }
}

/** Clients that hold phones, and their share of all operations. */
const holders = 16
const onPhones = 0.7

/** The operations of each staff user. Two edit the same forms, two place the same reports. */
const duties: Readonly<Record<(typeof staff)[number]['account'], readonly Operation<Clerk>[]>> = {
  ana: [...formOperations, ...readOperations],
  ioan: [...formOperations, ...unplacedOperations, ...correctionOperations],
  radu: [...observerOperations, ...taskOperations, ...readOperations],
  sorin: [
    ...placeOperations,
    ...stationOperations,
    ...planOperations,
    ...planFileOperations,
    ...copyOperations,
    ...milestoneOperations,
    ...messageOperations,
    ...readOperations,
  ],
  vera: [
    ...electionOperations,
    ...mapOperations,
    ...placeOperations,
    ...stationOperations,
    ...observerOperations,
    ...readOperations,
  ],
  rodica: [
    ...unplacedOperations,
    ...correctionOperations,
    ...messageOperations,
    ...teamOperations,
    ...readOperations,
  ],
  sanda: [...unplacedOperations, ...correctionOperations, ...teamOperations, ...readOperations],
  calin: [
    ...observerOperations,
    ...planOperations,
    ...planFileOperations,
    ...unplacedOperations,
    ...teamOperations,
    ...messageOperations,
  ],
}

export function clientsOf(world: World, around: TestContext): Client[] {
  const people = [...world.people.values()]
  const phones = Array.from({ length: holders }, (_, index) => {
    const name = `phones ${index + 1}`
    const own = people.filter((_person, nth) => nth % holders === index)
    const holder: Holder = {
      world,
      caller: callerOf(name, around),
      phones: own.map((owner, nth) =>
        freshPhone({
          device: `device-${owner.id}`,
          isNewer: nth % 2 === 0,
          owner,
        }),
      ),
    }
    return clientOf({ name, index, share: onPhones / holders }, holder, [
      ...sayingOperations,
      ...phoneOperations,
      ...telephoneOperations,
    ])
  })
  const clerks = staff.map((who, nth) => {
    const index = holders + nth
    const caller = callerOf(who.account, around)
    const clerk: Clerk = { world, caller, who, index, token: undefined, open: new Map() }
    const share = (1 - onPhones) / staff.length
    return clientOf({ name: who.account, index, share }, clerk, duties[who.account])
  })
  return [...phones, ...clerks]
}

function clientOf<Actor>(
  { name, index, share }: Omit<Client, 'next'>,
  actor: Actor,
  operations: readonly Operation<Actor>[],
): Client {
  return {
    name,
    index,
    share,
    next: (seed, nth) => {
      const draw = seededRandomOf(seed, index, nth)
      const chosen = choose(operations, draw)
      return { name: chosen?.name ?? '', run: async () => chosen?.run(actor, draw) }
    },
  }
}
