import * as z from 'zod'
import { say as station } from '#features/visits/copy.ts'
import type { Copy } from '#kit/contract/copy.ts'
import { t } from '#kit/web/language.ts'
import type { Unplaced } from '../contract.ts'
import { say } from '../copy.ts'
import type { QuestionOf } from './use-questions.ts'

/** The fields that phones of all generations share. */
const Sent = z.object({
  countyCode: z.string().catch(''),
  municipalityCode: z.string().nullish().catch(null),
  pollingStationNumber: z.coerce.number().optional().catch(undefined),
  questionId: z.coerce.number().optional().catch(undefined),
  text: z.string().optional().catch(undefined),
  options: z
    .array(z.object({ optionId: z.coerce.number(), value: z.string().nullish() }))
    .catch([]),
})
export type Sent = z.output<typeof Sent>

export const readSent = ({ sent }: Pick<Unplaced, 'sent'>): Sent => Sent.parse(sent)

/** The station as the phone named it. */
export function stationOf(report: Pick<Unplaced, 'sent'>): string {
  const { municipalityCode, countyCode, pollingStationNumber } = readSent(report)
  // A phone that does not ask for the number sends 0.
  return `${municipalityCode || countyCode} ${pollingStationNumber ?? ''}`.trim()
}

/** The answer or note, in the wording that the phone showed if the forms have it. */
export function wordsOf(
  report: Pick<Unplaced, 'kind' | 'sent' | 'formVersion'>,
  questionOf: QuestionOf,
): string {
  const { questionId, text, options } = readSent(report)
  if (report.kind === 'station-info') return ''
  if (report.kind === 'note') return text ?? ''
  const id = questionId ?? 0
  const question = questionOf(id, report.formVersion)
  const named = question
    ? `${question.code}: ${question.text}`
    : t(say.unknownQuestion, { id: String(questionId ?? '') })
  const chosen = options.map(({ optionId, value }) => {
    // Its phone may have shown an option that this version does not have yet.
    const offered = [question, questionOf(id)].flatMap((one) => one?.optionsToQuestions ?? [])
    const option = offered.find((one) => one.optionId === optionId)
    const words = option?.text ?? t(say.unknownOption, { id: String(optionId) })
    return value ? `${words}: ${value}` : words
  })
  return `${named} → ${chosen.join(', ') || t(say.taken)}`
}

const facts: Readonly<Record<string, Copy>> = {
  answer: say.answer,
  note: say.note,
  observerArrivalTime: station.arrival,
  observerLeaveTime: station.departure,
  urbanArea: station.urbanArea,
  isPollingStationPresidentFemale: station.femalePresident,
  numberOfVotersOnTheList: station.numberOfVotersOnTheList,
  numberOfCommissionMembers: station.numberOfCommissionMembers,
  numberOfFemaleMembers: station.numberOfFemaleMembers,
  minPresentMembers: station.minPresentMembers,
  chairmanPresence: station.chairmanPresence,
  singlePollingStationOrCommission: station.singlePollingStationOrCommission,
  adequatePollingStationSize: station.adequatePollingStationSize,
}

/** The label of a superseded or kept part. */
export function factOf(what: string): string {
  const named = facts[what]
  return named ? t(named) : what
}
