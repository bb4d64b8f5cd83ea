import { loadElection, settleElection } from '#apps/cli/load-election.ts'
import { places } from '#features/places/contract.ts'
import type { Places } from '#features/places/domain.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { openSecrets } from '#kit/server/security/secrets.ts'
import { secret } from '#testing/secret.ts'
import { movedTo } from '../map.ts'
import type { Operation } from '../operation.ts'
import { act, type Clerk, read, untilDone } from './staff-member.ts'

/** While stations have other names, the correct place of new reports is unknown. */
export async function meanwhile({ world }: Clerk, does: () => Promise<void>): Promise<void> {
  world.interrupted.to = Number.POSITIVE_INFINITY
  await does()
  world.interrupted.to = Date.now()
}

/** Gives a county another code for a moment. */
async function rename(clerk: Clerk): Promise<void> {
  const counties = await read(clerk, { endpoint: places.counties, sent: {} })
  const county = counties?.find(({ code }) => code === 'BH')
  if (!county) return
  const params = { id: county.id as Id<'areas'> }
  const about = [`county ${county.id}`]
  const name = (code: string) =>
    act(clerk, { endpoint: places.editCounty, sent: { params, body: { code } }, about })
  await meanwhile(clerk, async () => {
    await name('BX')
    await untilDone('A county has its code again', () => name('BH'))
  })
}

/**
 * A file of corrections moves a municipality to another county, and the next one moves it back. No two
 * stations there share a number: otherwise a phone of the older generation would be ambiguous.
 */
async function move(clerk: Clerk): Promise<void> {
  const { map } = clerk.world
  const [code, from, to] = ['CJ2', 'CJ', 'SJ']
  if (!map.places.areas.some((one) => one.code === code)) return
  await meanwhile(clerk, async () => {
    await load(clerk, movedTo(map.places, code, to)).catch(() => {})
    for (let isBack = false; !isBack; )
      isBack = await load(clerk, movedTo(map.places, code, from)).then(
        () => true,
        () => false,
      )
  })
}

/** Loads the file while the server runs, as `npm run load` does. */
async function load({ world }: Clerk, changed: Places): Promise<void> {
  const files = { facts: {}, places: changed, observers: [], forms: [] }
  const { database } = world
  const secrets = openSecrets(secret)
  const { election } = await database.write((tx) =>
    loadElection(tx, secrets, files, { state: 'live', now: new Date() }),
  )
  await settleElection(database, election)
}

export const mapOperations: readonly Operation<Clerk>[] = [
  { name: 'county called otherwise', weight: 0.5, run: rename },
  { name: 'municipality moved', weight: 0.5, run: move },
]
