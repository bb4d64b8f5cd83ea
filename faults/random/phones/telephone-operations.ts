import type { Question } from '#features/forms/contract.ts'
import { forms } from '#features/forms/contract.ts'
import { session } from '#features/session/contract.ts'
import { telephone } from '#features/telephone/contract.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { drawOptions } from '#testing/evening/drawn-reports.ts'
import type { SeededRandom } from '#testing/evening/seeded-random.ts'
import { password } from '../../../bench/data/people.ts'
import type { Caller } from '../calls.ts'
import type { Operation } from '../operation.ts'
import { saidAs } from '../oracles/standing.ts'
import { observerName, stationName, type World } from '../world.ts'
import { keepLast, recorded } from './answering.ts'
import { type OnPhone, onPhone } from './on-phone.ts'
import type { Holder } from './phone.ts'

/** The observer calls the office: a reviewer who sees everybody writes down what they say. */
async function callOffice(caller: Caller): Promise<string | undefined> {
  const body = { user: 'rodica', password }
  const heard = await caller.untilHeard({ endpoint: session.authorize, sent: { body } })
  return heard.kind === 'done' ? heard.reply.access_token : undefined
}

/** A station that exists from the start, as phones name it and by its id. */
function placeOf({ map, stationIds }: World, draw: SeededRandom) {
  const at = draw.pick(map.stations)
  const id = at && stationIds.get(stationName(at))
  return at && id !== undefined ? { at, id: id as Id<'pollingStations'> } : undefined
}

/** The current version of a form, as the account's screen shows it. */
async function readForm(caller: Caller, token: string, draw: SeededRandom) {
  const listed = await caller.untilHeard({ endpoint: forms.list, sent: { query: {} }, token })
  const form = listed.kind === 'done' ? draw.pick(listed.reply.formVersions) : undefined
  if (!form) return undefined
  const version = form.currentVersion
  const sent = { params: { id: form.id }, query: { version } }
  const heard = await caller.untilHeard({ endpoint: forms.get, sent, token })
  const sections = heard.kind === 'done' ? (heard.reply ?? []) : []
  return { version, questions: sections.flatMap(({ questions }) => questions) }
}

const drawn = (question: Question, draw: SeededRandom) =>
  drawOptions(question, draw).map(({ optionId, value = null }) => ({ optionId, value }))

const answerByTelephone: OnPhone = async ({ caller, world }, { owner }, draw) => {
  const place = placeOf(world, draw)
  const token = await callOffice(caller)
  const form = token && (await readForm(caller, token, draw))
  if (!place || !form) return
  const given = draw
    .some(form.questions, 0.4)
    .map((shown) => ({ shown, chosen: drawn(shown, draw) }))
  if (given.length === 0) return
  const answers = given.map(({ shown, chosen }) => ({
    questionId: shown.id,
    formVersion: form.version,
    options: chosen.map(({ optionId, value }) => ({ optionId, ...(value && { value }) })),
  }))
  const send = recorded(owner, [place.at], given, () =>
    caller.untilHeard({
      endpoint: telephone.answer,
      sent: {
        params: { observerId: owner.id as Id<'observers'> },
        body: { pollingStationId: place.id, answers },
      },
      token,
      about: [observerName(owner), stationName(place.at)],
    }),
  )
  owner.again = send
  await send()
}

/** The members of the commission, or a note. */
const addByTelephone: OnPhone = async ({ caller, world }, { owner }, draw) => {
  const place = placeOf(world, draw)
  const token = await callOffice(caller)
  if (!place || !token) return
  const { at, id: pollingStationId } = place
  const params = { observerId: owner.id as Id<'observers'> }
  const about = [observerName(owner), stationName(at)]
  const value = world.next()
  const text = `Notă la telefon ${value}`
  const isNote = draw.happens(0.5)
  delete owner.again
  const heard = isNote
    ? await caller.untilHeard({
        endpoint: telephone.note,
        sent: { params, body: { pollingStationId, text } },
        token,
        about,
      })
    : await caller.untilHeard({
        endpoint: telephone.inform,
        sent: {
          params,
          body: { pollingStationId, numberOfCommissionMembers: saidAs.members(value) },
        },
        token,
        about,
      })
  if (heard.kind === 'refused' && !heard.mayBeDone) return
  const sending = { at, from: heard.from, to: heard.to, isCertain: heard.kind === 'done' }
  if (isNote) keepLast(owner.remarks, new Map(), 'it', { ...sending, text, digests: [] })
  else keepLast(owner.facts, new Map(), 'it', { ...sending, slot: 'members', value })
}

export const telephoneOperations: readonly Operation<Holder>[] = [
  { name: 'answers by telephone', weight: 5, run: onPhone(answerByTelephone) },
  { name: 'note or facts by telephone', weight: 3, run: onPhone(addByTelephone) },
]
