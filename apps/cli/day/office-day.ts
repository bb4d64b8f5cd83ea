import type { Tx } from '#database/open.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { hoursIn, later } from './clock.ts'
import { type Act, deadlines } from './course.ts'
import {
  addReminders,
  type MessageDraft,
  nobodysSession,
  type Opening,
  remind,
  type StaffCall,
  sendMessage,
} from './messages.ts'
import { excuse, keepStrays, settleSome } from './office.ts'
import type { Prepared, Setting } from './setting.ts'
import type { SignedIn } from './sign-ins.ts'
import { roundMinutes, workOnReports } from './team.ts'
import type { Timeline } from './timeline.ts'

/** An act that produces no messages to open. */
const silently = (act: (call: StaffCall) => Promise<void>) => async (call: StaffCall) => {
  await act(call)
  return []
}

/** Acts of the office on the day: messages, reminders, excuses, settled differences, reviews, incidents, calls. */
export function officeEvents(
  { day, stations }: Setting,
  { staff, due, known, duties, course, signedIn }: Prepared,
): Timeline<Act | Opening> {
  const present = signedIn.filter((one): one is SignedIn => one !== undefined)
  const people = new Map(present.map((one) => [one.who.id as number, one]))
  const idsOf = (places: readonly number[]) =>
    places.flatMap((place) => known.observers[place] ?? [])
  const shared = duties.filter(({ isSecond }) => isSecond).flatMap((duty) => duty.stations)
  const stationIds = shared.flatMap((place) => known.stations[place]?.id ?? [])
  const counties = [...new Set(stations.map(({ areaCode }) => areaCode))]
  const at = (moment: Date, act: (call: StaffCall) => Promise<readonly Opening[]>) => ({
    at: moment,
    run: async (db: Tx) => {
      const call = { db, who: { ...staff, ...nobodysSession(moment) }, now: moment }
      return (await act(call)).map((one) => ({ at: one.at, one }))
    },
  })
  const send = (moment: Date, message: Omit<MessageDraft, 'to'>, to?: readonly Id<'observers'>[]) =>
    at(moment, (call) => sendMessage(call, { ...message, ...(to && { to }) }, people))
  const tonight = duties.filter(({ from }) => from > day.opensAt).map(({ observer }) => observer)
  return [
    at(
      hoursIn(day, -70),
      silently((call) => addReminders(call, due)),
    ),
    send(hoursIn(day, -11), eve, known.observers),
    at(
      hoursIn(day, 1.6),
      silently((call) => excuse(call, idsOf(course.absent.slice(0, course.absent.length / 2)))),
    ),
    at(later(hoursIn(day, deadlines.opening), 15), (call) => remind(call, people)),
    at(later(hoursIn(day, deadlines.second), -20), (call) => remind(call, people)),
    send(hoursIn(day, 5.9), relief, idsOf(tonight)),
    ...[1.2, 4.4, 6.8].map((hours, index) =>
      at(
        hoursIn(day, hours),
        silently((call) => keepStrays(call, present.slice(index * 20, index * 20 + 3), counties)),
      ),
    ),
    at(
      later(day.now, -25),
      silently((call) => settleSome(call, stationIds)),
    ),
    send(later(day.now, -14), afternoon, known.observers),
    ...roundMinutes.map((minutes, round) =>
      at(
        later(day.now, minutes),
        silently((call) => workOnReports(call, round, idsOf(course.absent))),
      ),
    ),
  ]
}

const eve = {
  title: 'Mâine votăm',
  body: 'Fiți la secție cu o jumătate de oră înainte de deschidere. Formularul A se trimite în prima oră și jumătate.',
  openedBy: 0.93,
}

const relief = {
  title: 'Schimb de tură',
  body: 'Preluați secția la prânz. Vorbiți cu colegul de dimineață înainte să plece.',
  openedBy: 0.88,
}

const afternoon = {
  title: 'Prezența și coada',
  body: 'Notați a treia citire a prezenței și fotografiați coada, dacă este una.',
  openedBy: 0.75,
}
