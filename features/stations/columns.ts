import { type Column, columns } from '#kit/contract/column.ts'
import { type Language, speak } from '#kit/contract/copy.ts'
import { clockCell } from '#kit/contract/value/instant.ts'
import { say } from './copy.ts'
import type { Difference, DifferingAnswer } from './differences-contract.ts'

/** The columns of an export of differences. */
export const differenceColumns = ({
  timezone,
  language,
}: {
  readonly timezone: string
  readonly language: Language
}): readonly Column<Difference>[] =>
  columns<Difference>(
    { title: say.county, value: ({ county }) => county },
    { title: say.municipality, value: ({ municipality }) => municipality },
    { title: say.station, value: ({ pollingStationNumber }) => pollingStationNumber },
    { title: say.form, value: ({ formCode }) => formCode },
    { title: say.questionCode, value: ({ questionCode }) => questionCode },
    { title: say.question, value: ({ text }) => text },
    { title: say.differingAnswers, value: ({ observers }) => observers.map(textOf).join('; ') },
    { title: say.state, value: ({ state }) => speak(say[stateWords[state]], language) },
    { title: say.lastChange, value: ({ changedAt }) => clockCell(changedAt, timezone) },
  )

const textOf = (answer: DifferingAnswer): string => `${answer.observerName}: ${answerText(answer)}`

/** The chosen options on one line, with what was typed beside them. */
export const answerText = ({ options }: Pick<DifferingAnswer, 'options'>): string =>
  options.map(({ text, value }) => (value ? `${text} ${value}` : text)).join(', ')

export const stateWords = {
  open: 'isOpen',
  reopened: 'isReopened',
  settled: 'isSettled',
} as const satisfies Record<Difference['state'], keyof typeof say>
