import { notes } from '#features/notes/contract.ts'
import { visits } from '#features/visits/contract.ts'
import { drawPhotographs } from '#testing/evening/drawn-reports.ts'
import type { SeededRandom } from '#testing/evening/seeded-random.ts'
import type { At } from '../map.ts'
import type { Operation } from '../operation.ts'
import { saidAs } from '../oracles/standing.ts'
import { type FactSlot, observerName, stationName } from '../world.ts'
import { answersOf, keepLast, reportOf } from './answering.ts'
import { type OnPhone, onPhone } from './on-phone.ts'
import { forgetToken, type Holder, type Phone } from './phone.ts'

/** One of the phone's few stations as its app names it; now and then an unknown one. */
function placeOf(
  { world: { map, grown } }: Pick<Holder, 'world'>,
  { owner, isNewer }: Phone,
  draw: SeededRandom,
): At {
  if (draw.happens(0.15))
    return draw.pick(map.unknown) ?? { countyCode: '', pollingStationNumber: 0 }
  const added = draw.happens(0.1) ? draw.pick(grown) : undefined
  if (added) return added
  const ofIts = map.stations.filter(
    ({ municipalityCode }) => (municipalityCode !== undefined) === isNewer,
  )
  const fitting = ofIts.length > 0 ? ofIts : map.stations
  const own = [owner.id, owner.id * 7 + 3].map((at) => fitting[at % fitting.length])
  return draw.pick(own) ?? { countyCode: '', pollingStationNumber: 0 }
}

const sayOnce = async (phone: Phone, send: () => Promise<unknown>) => {
  phone.owner.again = send
  await send()
}

const report: OnPhone = async (holder, phone, draw) => {
  const first = placeOf(holder, phone, draw)
  const second = draw.happens(0.3) ? placeOf(holder, phone, draw) : first
  const at = stationName(first) === stationName(second) ? [first] : [first, second]
  const given = answersOf(phone, draw)
  if (given.length > 0) await sayOnce(phone, reportOf(holder, phone, at, given))
}

/** Sends two identical submissions at once, as a phone does when its first attempt seems to hang. */
const reportTwice: OnPhone = async (holder, phone, draw) => {
  const given = answersOf(phone, draw)
  if (given.length === 0) return
  const send = reportOf(holder, phone, [placeOf(holder, phone, draw)], given)
  phone.owner.again = send
  await Promise.all([send(), send()])
}

const sayAgain: OnPhone = async (_holder, { owner }) => {
  await owner.again?.()
}

/** The fields that a phone sends for each fact. */
const factDraft = {
  arrival: (value: number) => ({
    observerArrivalTime: saidAs.leaving(value),
    numberOfVotersOnTheList: saidAs.arrival(value),
  }),
  members: (value: number) => ({ numberOfCommissionMembers: saidAs.members(value) }),
} as const

const sayFact =
  (slot: FactSlot): OnPhone =>
  async ({ caller, world }, phone, draw) => {
    const { owner } = phone
    const at = placeOf({ world }, phone, draw)
    const value = world.next()
    const about = [observerName(owner), stationName(at)]
    const kept = new Map<string, number>()
    await sayOnce(phone, async () => {
      const { token } = phone
      const heard =
        slot === 'leaving'
          ? await caller.untilHeard({
              endpoint: visits.leave,
              sent: { body: { ...at, observerLeaveTime: saidAs.leaving(value) } },
              token,
              about,
            })
          : await caller.untilHeard({
              endpoint: visits.report,
              sent: { body: { ...at, ...factDraft[slot](value) } },
              token,
              about,
            })
      forgetToken(world, phone, heard)
      if (heard.kind === 'refused' && !heard.mayBeDone) return
      const { from, to } = heard
      const isCertain = heard.kind === 'done'
      keepLast(owner.facts, kept, 'it', { at, slot, value, from, to, isCertain })
    })
  }

const writeNote: OnPhone = async ({ caller, world }, phone, draw) => {
  const { owner } = phone
  const at = placeOf({ world }, phone, draw)
  const text = `Nota ${world.next()}`
  const { files, digests } = drawPhotographs(draw, 0.3)
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
    forgetToken(world, phone, heard)
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

export const sayingOperations: readonly Operation<Holder>[] = [
  { name: 'report', weight: 50, run: onPhone(report) },
  { name: 'the same report twice at once', weight: 6, run: onPhone(reportTwice) },
  { name: 'the last thing once more', weight: 10, run: onPhone(sayAgain) },
  { name: 'arrival', weight: 8, run: onPhone(sayFact('arrival')) },
  { name: 'leaving', weight: 8, run: onPhone(sayFact('leaving')) },
  { name: 'station told of', weight: 6, run: onPhone(sayFact('members')) },
  { name: 'note', weight: 10, run: onPhone(writeNote) },
]
