import { groupBy } from '#kit/contract/group.ts'
import { asText } from './said.ts'
import { type Effect, effectsOf, mayStand, nothing } from './standing.ts'
import type { Stored } from './stored.ts'
import type { Finding } from './trace.ts'
import { observerName, type Person, type Remark, stationName } from './world.ts'

/** Every name that phones have for a station. */
const namesOf = ({ stations }: Stored, stationId: number) =>
  [...stations].filter(([, id]) => id === stationId).map(([name]) => name)

const keyOf = (stationId: number, slot: string) => `${stationId}/${slot}`

/** Of each question, arrival and leaving the last acknowledged saying stands. */
export function lastSayingStands(people: readonly Person[], stored: Stored): Finding[] {
  const oracle = 'the last saying stands'
  return people.flatMap((person) => {
    const { effects, missing } = effectsOf(person, stored)
    const about = observerName(person)
    const now = storedOf(person, stored)
    const said = groupBy(effects, ({ stationId, slot }) => keyOf(stationId, slot))
    const keys = new Set([...now.keys(), ...said.keys()])
    const wrong = [...keys].flatMap((key) => {
      const may = mayStand(said.get(key) ?? [])
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

/** What is stored of one observer, by station and slot. */
function storedOf({ id }: Person, { answers, visits }: Stored): Map<string, string> {
  const own = answers.filter(({ observerId }) => observerId === id)
  const questions = groupBy(own, (one) => keyOf(one.stationId, `question ${one.questionId}`))
  const facts = visits
    .filter(({ observerId }) => observerId === id)
    .flatMap(({ stationId, arrival, leaving }) => [
      [keyOf(stationId, 'arrival'), arrival] as const,
      [keyOf(stationId, 'leaving'), leaving] as const,
    ])
  return new Map([
    ...[...questions].map(([key, rows]) => [key, asText(rows)] as const),
    ...facts.flatMap(([key, value]) => (value === null ? [] : [[key, String(value)] as const])),
  ])
}

/** Each acknowledged note is there once, where it was said or aside, with its files. */
export function notesAreThereOnce(people: readonly Person[], stored: Stored): Finding[] {
  const notes = groupBy(stored.notes, ({ text }) => text)
  const asides = groupBy(
    stored.asides.filter(({ kind, isPlaced }) => kind === 'note' && !isPlaced),
    ({ sent }) => sent.text ?? '',
  )
  const thatIsWrong = (person: Person, remark: Remark): Finding[] => {
    const there = notes.get(remark.text) ?? []
    const count = there.length + (asides.get(remark.text)?.length ?? 0)
    const isWhole = there.every(
      ({ digests, observerId }) =>
        digests.join() === remark.digests.join() && observerId === person.id,
    )
    if (isWhole && (remark.isCertain ? count === 1 : count < 2)) return []
    const change = isWhole
      ? ''
      : `, as ${JSON.stringify(there)} instead of ${remark.digests.join()}`
    const what = `“${remark.text}” of ${observerName(person)} is there ${count} times${change}`
    const about = [observerName(person), stationName(remark.at)]
    return [{ oracle: 'notes are there once', what, about }]
  }
  return people.flatMap((person) => person.remarks.flatMap((one) => thatIsWrong(person, one)))
}

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

/** An answer reads as the phone showed its question to whoever gave it. */
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
    const alike = said.filter((one) => one.value === value)
    // What does not stand at all is told by another oracle.
    if (alike.length === 0 || alike.some((effect) => isShownAs(effect, answer))) return []
    const shown = alike.at(-1)?.shown
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
        about: [observerName(person), ...namesOf(stored, stationId)],
      },
    ]
  })
}

function isShownAs({ shown }: Effect, answer: Read): boolean {
  if (!shown || shown.text !== answer.text) return shown === undefined
  const options = new Map(shown.optionsToQuestions.map((one) => [one.id, one]))
  return answer.options.every(({ optionId, text, isFlagged }) => {
    const option = options.get(optionId)
    // What staff chose for an option that nobody knows was not on the phone.
    return !option || (option.text === text && option.flagged === isFlagged)
  })
}
