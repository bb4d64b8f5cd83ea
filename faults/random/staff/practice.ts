import { setTimeout as pause } from 'node:timers/promises'
import { answers } from '#features/answers/contract.ts'
import { forms, type Question } from '#features/forms/contract.ts'
import { observers } from '#features/observers/contract.ts'
import { places } from '#features/places/contract.ts'
import { session } from '#features/session/contract.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { SeededRandom } from '#testing/evening/seeded-random.ts'
import type { AnyResult } from '../call-result.ts'
import { isDoubtful } from '../calls.ts'
import { type Practised, practiceIsOver } from '../oracles/practice-oracle.ts'
import { asText } from '../oracles/said.ts'
import { observerName } from '../world.ts'
import { act, type Clerk, read } from './staff-member.ts'

/** An observer who tries the app before election day. */
type Trainee = {
  readonly id: Id<'observers'>
  readonly token: string
  readonly question: Question
  readonly station: { readonly id: number; readonly countyCode: string; readonly number: number }
  readonly sent: Practised[]
}

const trainees = 3

/**
 * Observers of the current election report continuously while `does` runs. The start of the election removes the
 * answers before it and keeps those after it.
 */
export async function practise(
  clerk: Clerk,
  draw: SeededRandom,
  does: () => Promise<AnyResult | undefined>,
): Promise<void> {
  await publishAll(clerk)
  const all = await Promise.all(
    Array.from({ length: trainees }, (_, nth) => enrol(clerk, draw, nth)),
  )
  const there = all.filter((one) => one !== undefined)
  const until = { isOver: false }
  const work = Promise.all(there.map((trainee) => report(clerk, trainee, until)))
  const heard = await does()
  await pause(200)
  until.isOver = true
  await work
  for (const trainee of there) await look(clerk, trainee, heard)
}

/** Copies the forms of another election as drafts. */
async function publishAll(clerk: Clerk): Promise<void> {
  const listed = await read(clerk, { endpoint: forms.list, sent: { query: { draft: true } } })
  for (const { id } of listed?.formVersions ?? [])
    await act(clerk, { endpoint: forms.edit, sent: { body: { id } } })
}

async function enrol(clerk: Clerk, draw: SeededRandom, nth: number): Promise<Trainee | undefined> {
  const { world, caller } = clerk
  const mark = world.next()
  const phone = `0744 ${String(mark).padStart(6, '0')}`
  const added = await act(clerk, {
    endpoint: observers.add,
    sent: { body: { name: `Repetiție ${mark}`, phone, pin: '1234' } },
  })
  const heard = await caller.once({
    endpoint: session.authorizeV1,
    sent: { body: { user: phone, password: '1234', uniqueId: phone } },
    address: `10.3.${mark % 250}.${nth}`,
  })
  const station = await pickStation(clerk, draw)
  if (added.kind !== 'done' || heard.kind !== 'done' || !station) return undefined
  const token = heard.reply.access_token
  const question = await pickQuestion(clerk, draw, token)
  return question && { id: added.reply as Id<'observers'>, token, question, station, sent: [] }
}

async function pickStation(clerk: Clerk, draw: SeededRandom) {
  const counties = await read(clerk, { endpoint: places.counties, sent: {} })
  const county = draw.pick((counties ?? []).filter(({ code }) => code === 'CJ'))
  if (!county) return undefined
  const sent = { params: { id: county.id as Id<'areas'> } }
  const listed = await read(clerk, { endpoint: places.stations, sent })
  const station = draw.pick(listed ?? [])
  return station && { id: station.id, countyCode: county.code, number: station.number }
}

async function pickQuestion({ caller }: Clerk, draw: SeededRandom, token: string) {
  const listed = await caller.once({ endpoint: forms.list, sent: { query: {} }, token })
  if (listed.kind !== 'done') return undefined
  const meta = draw.pick(listed.reply.formVersions)
  if (!meta) return undefined
  const sent = { params: { id: meta.id }, query: {} }
  const heard = await caller.once({ endpoint: forms.get, sent, token })
  const sections = heard.kind === 'done' ? (heard.reply ?? []) : []
  return draw.pick(sections.flatMap(({ questions }) => questions))
}

/** Sends one answer after the other, each different from the last, until the end or until signed out. */
async function report(
  { caller }: Clerk,
  { id, token, question, station, sent }: Trainee,
  until: { readonly isOver: boolean },
): Promise<void> {
  const { countyCode, number: pollingStationNumber } = station
  for (let nth = 0; !until.isOver; nth++) {
    const option = question.optionsToQuestions[nth % question.optionsToQuestions.length]
    if (!option) return
    const chosen = [{ optionId: option.id, value: null }]
    const at = { countyCode, pollingStationNumber }
    const draft = { ...at, questionId: question.id, options: [{ optionId: option.id }] }
    const heard = await caller.once({
      endpoint: answers.send,
      sent: { body: { answers: [draft] } },
      token,
      about: [observerName({ id })],
    })
    if (heard.kind === 'refused' && heard.code === 'session.missing') return
    const { from, to } = heard
    if (heard.kind === 'done' || isDoubtful(heard))
      sent.push({ value: asText(chosen), from, to, isCertain: heard.kind === 'done' })
    await pause(10)
  }
}

async function look(
  clerk: Clerk,
  { id, question, station, sent }: Trainee,
  heard: AnyResult | undefined,
): Promise<void> {
  const pollingStationId = station.id as Id<'pollingStations'>
  const about = [observerName({ id })]
  const reply = await read(clerk, {
    endpoint: answers.filledIn,
    sent: { query: { observerId: id, pollingStationId } },
    about,
  })
  // A removed observer cannot read; the oracle checks the database at the end.
  if (!reply) return
  const shown = reply.find((one) => one.id === question.id)?.answers ?? []
  const is = asText(shown.map(({ optionId, value }) => ({ optionId, value })))
  for (const finding of practiceIsOver({ sent, heard, is, about })) clerk.world.trace.find(finding)
}
