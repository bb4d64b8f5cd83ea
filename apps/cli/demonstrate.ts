import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { lockCurrentElection } from '#features/elections/server/queries.ts'
import { hasHeldAnything } from '#features/history/server/beginning-queries.ts'
import type { AppDependencies } from '#kit/server/dependencies.ts'
import { createApp } from '../server/app.ts'
import { claim } from '../server/setup.ts'
import { type ElectionFiles, readElectionFiles } from './election-files.ts'
import { loadElection } from './load-election.ts'
import { phoneAt } from './phone.ts'
import {
  arrive,
  type Phone,
  remark,
  report,
  seededRandom,
  stationsOf,
  takePost,
} from './rehearsal.ts'

const folder = new URL('./demonstration/', import.meta.url)

/** How many observers have reported when the first screen opens, and over how long, in ms. */
const observers = 60
const spanMs = 3 * 3_600_000

/**
 * Loads the demonstration election and plays its last three hours, through the calls the phones make, on a
 * server of its own whose clock runs through those hours. Where anything was ever made it does nothing; of
 * several processes that start together on one empty database, one does it.
 */
export async function demonstrate(dependencies: AppDependencies): Promise<void> {
  const files = await readElectionFiles(fileURLToPath(folder))
  const end = dependencies.clock().getTime()
  const isOurs = await dependencies.database.write(async (tx) => {
    await claim(tx, dependencies.secrets)
    // Creating an election meanwhile, through another process, waits, and finds this one loaded.
    await lockCurrentElection(tx)
    if (await hasHeldAnything(tx)) return false
    await loadElection(tx, dependencies.secrets, files, { state: 'rehearsal', now: new Date(end) })
    return true
  })
  if (!isOurs) return

  let now = end - spanMs
  const app = await createApp({ ...dependencies, clock: () => new Date(now) })
  try {
    await app.http.listen({ host: '127.0.0.1', port: 0 })
    const { port } = app.http.server.address() as AddressInfo
    const phone = phoneAt(`http://127.0.0.1:${port}`, { forMs: 5000 })
    const acts = await plan(phone, files)
    for (const { at, act } of acts) {
      now = end - spanMs + at
      await act(new Date(now))
    }
  } finally {
    await app.close()
  }
}

type Act = { readonly at: number; readonly act: (now: Date) => Promise<void> }

/** What every observer does and when, in order; `at` in ms from the beginning. */
async function plan(phone: Phone, files: ElectionFiles): Promise<Act[]> {
  const stations = stationsOf(files.places)
  const acts: Act[] = []
  for (const [index, own] of files.observers.slice(0, observers).entries()) {
    const chance = seededRandom(index)
    const post = await takePost(phone, own, stations, chance)
    const arrival = chance() * spanMs * 0.6
    acts.push({ at: arrival, act: (now) => arrive(phone, post, now, chance) })
    for (let at = arrival; at < spanMs; at += (0.2 + chance()) * 3_600_000)
      acts.push({
        at: at + 60_000,
        act: () => (chance() < 0.8 ? report(phone, post, chance) : remark(phone, post, chance)),
      })
  }
  return acts.filter(({ at }) => at < spanMs).sort((one, other) => one.at - other.at)
}
