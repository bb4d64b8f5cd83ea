import type { SeededRandom } from '#testing/evening/seeded-random.ts'
import type { Operation } from '../operation.ts'
import { type Holder, isReady, type Phone } from './phone.ts'

/** An operation on one of the phones, after it has signed in and fetched forms. */
export type OnPhone = (holder: Holder, phone: Phone, draw: SeededRandom) => Promise<unknown>

export const onPhone =
  (act: OnPhone): Operation<Holder>['run'] =>
  async (holder, draw) => {
    for (const phone of draw.shuffled(holder.phones))
      if (phone.rests > 0) phone.rests -= 1
      else if (await isReady(holder, phone)) return act(holder, phone, draw)
    return undefined
  }
