import { observers } from '#features/observers/contract.ts'
import { session } from '#features/session/contract.ts'
import { phones, type Stage } from './stage.ts'

const bogdan = async ({ ana }: Stage) =>
  (await ana.call(observers.list, { query: { name: 'Bogdan' } })).data[0]!.id

/** Everything that ends the session of Bogdan's phone. */
export const phoneEnds: readonly (readonly [string, (cast: Stage) => Promise<unknown>])[] = [
  ['signing out', ({ bogdan }) => bogdan.call(session.signOut)],
  [
    'a new pin',
    ({ ana }) =>
      ana.call(observers.resetPin, {
        body: { action: 'reset-password', phoneNumber: phones.bogdan, pin: '4321' },
      }),
  ],
  [
    'another pin',
    async (cast) =>
      cast.ana.call(observers.edit, { body: { observerId: await bogdan(cast), pin: '4321' } }),
  ],
  [
    'deleting the observer',
    async (cast) => cast.ana.call(observers.remove, { query: { id: await bogdan(cast) } }),
  ],
]
