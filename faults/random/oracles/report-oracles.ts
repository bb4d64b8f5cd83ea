import type { Question } from '#features/forms/contract.ts'
import { groupBy } from '#kit/contract/group.ts'
import { typedValues } from '#testing/evening/drawn-reports.ts'
import type { Finding } from '../trace.ts'
import { factSlots, observerName, type Person, type Remark, stationName } from '../world.ts'
import { asText } from './said.ts'
import { type Effect, effectsOf, mayCount, mayHaveBoth, nothing } from './standing.ts'
import type { Stored } from './stored.ts'

/** All names that phones use for a station. */
const namesOf = ({ stations }: Stored, stationId: number) =>
  [...stations].filter(([, id]) => id === stationId).map(([name]) => name)

const keyOf = (stationId: number, slot: string) => `${stationId}/${slot}`

/** For each question, arrival and leaving the last acknowledged value is current. */
export function lastSayingCounts(people: readonly Person[], stored: Stored): Finding[] {
  const oracle = 'the last answer counts'
  return people.flatMap((person) => {
    const { effects, missing } = effectsOf(person, stored)
    const about = observerName(person)
    const now = storedOf(person, stored)
    const said = groupBy(effects, ({ stationId, slot }) => keyOf(stationId, slot))
    const keys = new Set([...now.keys(), ...said.keys()])
    const wrong = [...keys].flatMap((key) => {
      const may = mayCount(said.get(key) ?? [])
      const is = now.get(key) ?? nothing
      if (may.includes(is)) return []
      const [stationId = '', slot] = key.split('/')
      const names = namesOf(stored, Number(stationId)).join(', ')
      const what = `${about} at ${names}, ${slot}: stored ${is}, said ${may.join(' or ')}`
      return [{ oracle, what, about: [about] }]
    })
    const lost = missing.map(({ slot, saying }) => ({
      oracle,
      what: `${about}, ${slot}: acknowledged, and neither stored nor aside`,
      about: [about, stationName(saying.at)],
    }))
    return [...wrong, ...lost]
  })
}

/** One observer's stored values, by station and slot: their own answers, not what staff corrected. */
function storedOf({ id }: Person, { answers, visits, corrections }: Stored): Map<string, string> {
  const own = answers.filter(({ observerId }) => observerId === id)
  const questions = groupBy(own, (one) => keyOf(one.stationId, `question ${one.questionId}`))
  const facts = visits
    .filter(({ observerId }) => observerId === id)
    .flatMap((visit) =>
      factSlots.map((slot) => [keyOf(visit.stationId, slot), visit[slot]] as const),
    )
  return new Map([
    ...[...questions].map(([key, rows]) => [key, asText(rows)] as const),
    ...corrections
      .filter(({ observerId }) => observerId === id)
      .map((one) => [keyOf(one.stationId, `question ${one.questionId}`), asText(one.own)] as const),
    ...facts.flatMap(([key, value]) => (value === null ? [] : [[key, String(value)] as const])),
  ])
}

/**
 * Each acknowledged note is stored once with its files, at its station or unplaced. After a retry while its
 * station has another name it may be both.
 */
export function notesAreThereOnce(people: readonly Person[], stored: Stored): Finding[] {
  const notes = groupBy(stored.notes, ({ text }) => text)
  const asides = groupBy(
    stored.asides.filter(({ kind }) => kind === 'note'),
    ({ sent }) => sent.text ?? '',
  )
  const thatIsWrong = (person: Person, remark: Remark): Finding[] => {
    const there = notes.get(remark.text) ?? []
    const kept = asides.get(remark.text) ?? []
    const open = kept.filter(({ isPlaced }) => !isPlaced)
    const count = there.length + open.length
    const most = kept.some((one) => mayHaveBoth(remark.at, one, stored)) ? 2 : 1
    const isWhole = there.every(
      ({ digests, observerId }) =>
        digests.join() === remark.digests.join() && observerId === person.id,
    )
    if (isWhole && count <= most && (count > 0 || !remark.isCertain)) return []
    const change = isWhole
      ? ''
      : `, as ${JSON.stringify(there)} instead of ${remark.digests.join()}`
    const where = [
      ...there.map(({ stationId }) => ` at ${namesOf(stored, stationId)[0] ?? stationId}`),
      ...open.map(({ id, reason }) => ` aside ${id}, ${reason}`),
    ].join(';')
    const what = `“${remark.text}” of ${observerName(person)} is there ${count} times${where}${change}`
    const about = [observerName(person), stationName(remark.at)]
    return [{ oracle: 'notes are there once', what, about }]
  }
  return people.flatMap((person) => person.remarks.flatMap((one) => thatIsWrong(person, one)))
}

/** Each text has the value that the driver wrote it for; a choice has none. */
export const valuesAreRead = ({ values }: Stored): Finding[] =>
  values.flatMap(({ kind, text, value }) => {
    const wanted = typedValues[kind]?.find(([typed]) => typed === text)?.[1] ?? null
    if (value === wanted) return []
    const what = `${text} has the ${kind} ${value} instead of ${wanted}`
    return [{ oracle: 'a text is read as it was meant', what, about: [] }]
  })

/** An answer as a screen shows it. */
export type Read = {
  readonly questionId: number
  readonly text: string
  readonly options: readonly {
    readonly optionId: number
    readonly text: string
    readonly isFlagged: boolean
    readonly value: string | null
  }[]
}

/** An answer has the texts that the observer's phone showed. */
export function readsAsShown(
  person: Person,
  stationId: number,
  read: readonly Read[],
  stored: Stored,
): Finding[] {
  const { effects } = effectsOf(person, stored)
  return read.flatMap((answer) => {
    const slot = `question ${answer.questionId}`
    const value = asText(answer.options)
    const said = effects.filter((one) => one.stationId === stationId && one.slot === slot)
    const same = said.filter((one) => one.value === value)
    // Another oracle reports values that are not current.
    if (same.length === 0 || same.some((effect) => isShownAs(effect, answer))) return []
    const shown = same.at(-1)?.shown?.at(-1)
    const options = shown?.optionsToQuestions.filter(({ id }) =>
      answer.options.some(({ optionId }) => optionId === id),
    )
    const wanted = {
      text: shown?.text,
      options: options?.map(({ id, text, flagged }) => ({ id, text, flagged })),
    }
    const what = `${observerName(person)}, ${slot}: reads ${JSON.stringify(answer)}, the phone showed ${JSON.stringify(wanted)}`
    return [
      {
        oracle: 'an answer reads as it was shown',
        what,
        about: [observerName(person)],
      },
    ]
  })
}

const isShownAs = ({ shown }: Effect, answer: Read): boolean =>
  shown === undefined || shown.some((question) => isWordedAs(question, answer))

function isWordedAs(shown: Question, answer: Read): boolean {
  const options = new Map(shown.optionsToQuestions.map((one) => [one.id, one]))
  // Staff replaced an unknown option: neither the new one nor its form version was on the phone.
  const isAnswered = answer.options.every(({ optionId }) => options.has(optionId))
  if (isAnswered && shown.text !== answer.text) return false
  return answer.options.every(({ optionId, text, isFlagged }) => {
    const option = options.get(optionId)
    return !option || (option.text === text && option.flagged === isFlagged)
  })
}
