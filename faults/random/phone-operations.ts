import { createHash } from 'node:crypto'
import type { SentFile } from '#apps/server/rehearsal.ts'
import { notes } from '#features/notes/contract.ts'
import { session } from '#features/session/contract.ts'
import { visits } from '#features/visits/contract.ts'
import type { Draw } from './chance.ts'
import { stations, unknownStations } from './field.ts'
import type { Operation } from './operation.ts'
import {
  answersOf,
  fetchForms,
  forgetToken,
  type Holder,
  isReady,
  keepLast,
  type Phone,
  reportOf,
} from './phone.ts'
import { minuteOf } from './standing.ts'
import { type At, deviceName, observerName, stationName } from './world.ts'

/** What is done on one of the phones, once it is signed in and has forms. */
type OnPhone = (holder: Holder, phone: Phone, draw: Draw) => Promise<unknown>

const onPhone =
  (act: OnPhone): Operation<Holder>['run'] =>
  async (holder, draw) => {
    const phone = draw.pick(holder.phones)
    if (!phone) return
    if (phone.rests > 0) phone.rests -= 1
    else if (await isReady(holder, phone)) await act(holder, phone, draw)
  }

/** Of a phone's few stations one, named as its app names them; now and then one that nobody knows. */
function placeOf({ owner, isNewer }: Phone, grown: readonly At[], draw: Draw): At {
  if (draw.happens(0.15))
    return draw.pick(unknownStations) ?? { countyCode: '', pollingStationNumber: 0 }
  const added = draw.happens(0.1) ? draw.pick(grown) : undefined
  if (added) return added
  const fitting = stations.filter(
    ({ municipalityCode }) => (municipalityCode !== undefined) === isNewer,
  )
  const own = [owner.id, owner.id * 7 + 3].map((at) => fitting[at % fitting.length])
  return draw.pick(own) ?? { countyCode: '', pollingStationNumber: 0 }
}

const sayOnce = async (phone: Phone, send: () => Promise<unknown>) => {
  phone.owner.again = send
  await send()
}

const report: OnPhone = async (holder, phone, draw) => {
  const { world } = holder
  const first = placeOf(phone, world.grown, draw)
  const second = draw.happens(0.3) ? placeOf(phone, world.grown, draw) : first
  const at = stationName(first) === stationName(second) ? [first] : [first, second]
  const said = answersOf(phone, draw)
  if (said.length > 0) await sayOnce(phone, reportOf(holder, phone, at, said))
}

/** Two of the same on their way at once, as a phone does whose first try seems to hang. */
const reportTwice: OnPhone = async (holder, phone, draw) => {
  const { world } = holder
  const said = answersOf(phone, draw)
  if (said.length === 0) return
  const send = reportOf(holder, phone, [placeOf(phone, world.grown, draw)], said)
  phone.owner.again = send
  await Promise.all([send(), send()])
}

const sayAgain: OnPhone = async (_holder, { owner }) => {
  await owner.again?.()
}

const sayFact =
  (slot: 'arrival' | 'leaving'): OnPhone =>
  async ({ caller, world }, phone, draw) => {
    const { owner } = phone
    const at = placeOf(phone, world.grown, draw)
    const value = world.next()
    const about = [observerName(owner), stationName(at)]
    const minute = minuteOf(value)
    const kept = new Map<string, number>()
    await sayOnce(phone, async () => {
      const heard =
        slot === 'arrival'
          ? await caller.untilHeard({
              endpoint: visits.report,
              sent: {
                body: { ...at, observerArrivalTime: minute, numberOfVotersOnTheList: value },
              },
              token: phone.token,
              about,
            })
          : await caller.untilHeard({
              endpoint: visits.leave,
              sent: { body: { ...at, observerLeaveTime: minute } },
              token: phone.token,
              about,
            })
      forgetToken(phone, heard)
      if (heard.kind === 'refused' && !heard.mayBeDone) return
      const { from, to } = heard
      keepLast(owner.facts, kept, 'it', {
        at,
        slot,
        value,
        from,
        to,
        isCertain: heard.kind === 'done',
      })
    })
  }

const writeNote: OnPhone = async ({ caller, world }, phone, draw) => {
  const { owner } = phone
  const at = placeOf(phone, world.grown, draw)
  const text = `Nota ${world.next()}`
  const files = draw.happens(0.3) ? [photograph(draw)] : []
  const digests = files.map(({ bytes }) => createHash('sha256').update(bytes).digest('hex'))
  const [question] = answersOf(phone, draw)
  const questionId = draw.happens(0.5) ? question?.shown.id : undefined
  const kept = new Map<string, number>()
  await sayOnce(phone, async () => {
    const heard = await caller.untilHeard({
      endpoint: notes.write,
      sent: { body: { ...at, text, questionId } },
      token: phone.token,
      files,
      about: [observerName(owner), stationName(at)],
    })
    forgetToken(phone, heard)
    if (heard.kind === 'refused' && !heard.mayBeDone) return
    const { from, to } = heard
    keepLast(owner.remarks, kept, 'it', {
      at,
      text,
      digests,
      from,
      to,
      isCertain: heard.kind === 'done',
    })
  })
}

function photograph(draw: Draw): SentFile {
  const png = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
  const noise = Array.from({ length: 300 }, () => draw.below(256))
  return { name: 'urna.png', bytes: Uint8Array.from([...png, ...noise]) }
}

const signOut: OnPhone = async ({ caller, world }, phone) => {
  const { device, owner, token } = phone
  const about = [observerName(owner), deviceName(device)]
  const heard = await caller.untilHeard({ endpoint: session.signOut, sent: {}, token, about })
  phone.token = undefined
  const { from, to } = heard
  const isCertain = heard.kind === 'done'
  world.registrations.push({ device, observerId: undefined, from, to, isCertain })
}

/** Two observers take turns with their phones: whoever signs in last has it, and fetches the forms. */
const swap: Operation<Holder>['run'] = async ({ phones }, draw) => {
  const [one, other] = draw.shuffled(phones)
  if (!one || !other) return
  const { owner } = one
  one.owner = other.owner
  other.owner = owner
  for (const phone of [one, other]) {
    phone.token = undefined
    phone.copies = []
    // What was sent last was sent from another phone.
    delete phone.owner.again
  }
}

/** Somebody who was added takes a phone into their hands. */
const takeUp: Operation<Holder>['run'] = async ({ world, phones }, draw) => {
  const owner = world.waiting.shift()
  if (!owner) return
  const device = `device-${owner.id}`
  phones.push({ device, isNewer: draw.happens(0.5), owner, token: undefined, copies: [], rests: 0 })
}

export const phoneOperations: readonly Operation<Holder>[] = [
  { name: 'report', weight: 50, run: onPhone(report) },
  { name: 'the same report twice at once', weight: 6, run: onPhone(reportTwice) },
  { name: 'the last thing once more', weight: 10, run: onPhone(sayAgain) },
  { name: 'arrival', weight: 8, run: onPhone(sayFact('arrival')) },
  { name: 'leaving', weight: 8, run: onPhone(sayFact('leaving')) },
  { name: 'note', weight: 10, run: onPhone(writeNote) },
  { name: 'forms fetched', weight: 4, run: onPhone(fetchForms) },
  { name: 'sign-out', weight: 1, run: onPhone(signOut) },
  { name: 'phones swapped', weight: 0.5, run: swap },
  { name: 'phone taken up', weight: 2, run: takeUp },
]
