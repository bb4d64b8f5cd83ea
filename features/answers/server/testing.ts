import { observerIdOf } from '#features/visits/server/testing.ts'
import type { CallInput } from '#kit/contract/endpoint.ts'
import type { Person, Stage } from '#testing/stage.ts'
import { answers } from '../contract.ts'

/** A station as phones name it. */
export type StationAddress = {
  readonly countyCode: string
  readonly municipalityCode?: string
  readonly pollingStationNumber: number
}

export const aiud = { countyCode: 'AB', municipalityCode: 'AB1', pollingStationNumber: 1 } as const
export const blaj = { countyCode: 'AB', municipalityCode: 'AB2', pollingStationNumber: 1 } as const
export const dej = { countyCode: 'CJ', municipalityCode: 'CJ1', pollingStationNumber: 1 } as const

type AnswerInput = CallInput<typeof answers.send>['body']['answers'][number]
type Chosen = AnswerInput & { readonly options: NonNullable<AnswerInput['options']> }

/** An answer by the code of its question and the texts of its options, a written text after `=`. */
export const answerOf = (
  { field }: Stage,
  at: StationAddress,
  questionCode: string,
  ...chosen: readonly string[]
): Chosen => ({
  ...at,
  questionId: field.questionId(questionCode),
  options: chosen.map((one) => {
    const [text = '', value] = one.split('=')
    const optionId = field.optionId(questionCode, text)
    return value === undefined ? { optionId } : { optionId, value }
  }),
})

export const send = (person: Person, ...drafts: AnswerInput[]) =>
  person.call(answers.send, { body: { answers: drafts } })

export const list = (person: Person, query: CallInput<typeof answers.list>['query'] = {}) =>
  person.call(answers.list, { query })

/** One observer's report from one station, as staff read it. */
export async function filledIn(
  cast: Stage,
  at: StationAddress,
  person = cast.ana,
  name = 'Bogdan Pop',
) {
  const code = at.municipalityCode ?? at.countyCode
  const pollingStationId = cast.field.stationId(code, at.pollingStationNumber)
  return person.call(answers.filledIn, {
    query: { observerId: await observerIdOf(cast, name), pollingStationId },
  })
}

/** The same, as `question: option, option=text`. */
export async function summary(cast: Stage, at: StationAddress): Promise<string[]> {
  const completed = await filledIn(cast, at)
  return completed.map(
    ({ questionCode, answers: chosen }) =>
      `${questionCode}: ${chosen
        .map(({ text, value }) => (value === null ? text : `${text}=${value}`))
        .join(', ')}`,
  )
}

/** The unplaced items, oldest first. */
export const unplaced = ({ database }: Stage) =>
  database.primary.selectFrom('unplaced').select(['kind', 'reason', 'sent']).orderBy('id').execute()

/** Everything that a repeated request must not change. */
export async function everything({ database: { primary }, figures }: Stage) {
  await figures()
  return {
    visits: await primary.selectFrom('visits').selectAll().orderBy('id').execute(),
    answers: await primary
      .selectFrom('answers')
      .selectAll()
      .orderBy('visitId')
      .orderBy('optionId')
      .execute(),
    counts: await primary
      .selectFrom('stationCounts')
      .selectAll()
      .orderBy('pollingStationId')
      .orderBy('ngoId')
      .orderBy('formId')
      .execute(),
    history: await primary
      .selectFrom('history')
      .selectAll()
      .where('act', '=', 'answers.received')
      .orderBy('id')
      .execute(),
    // But when each was last said: sending again says it again.
    unplaced: (await primary.selectFrom('unplaced').selectAll().orderBy('id').execute()).map(
      ({ saidAt: _saidAt, ...row }) => row,
    ),
  }
}
