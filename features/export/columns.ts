import type { CompletedAnswer } from '#features/answers/contract.ts'
import { say as ofForms } from '#features/forms/copy.ts'
import { say as ofReviews, stateNames } from '#features/reviews/copy.ts'
import type { Review } from '#features/reviews/review-contract.ts'
import { type Cell, type Column, columns } from '#kit/contract/column.ts'
import { type Copy, type Language, speak } from '#kit/contract/copy.ts'
import { clockCell } from '#kit/contract/value/instant.ts'
import { say } from './copy.ts'
import { filePath, type NamedFile } from './file-domain.ts'

/** The visit at the start of every exported row. */
export type VisitRow = {
  readonly id: number
  readonly phone: string
  readonly observer: string
  readonly ngo: string
  readonly province: string | null
  readonly countyCode: string
  readonly county: string
  readonly area: string | null
  readonly areaCode: string | null
  readonly station: number
  readonly address: string
  readonly lastModified: Date
  readonly arrivedAt: Date | null
  readonly leftAt: Date | null
  readonly isUrbanArea: boolean | null
  readonly isPresidentFemale: boolean | null
  readonly answered: number
  readonly flagged: number
  readonly notes: number
  /** The account that wrote down its station info last, by telephone. */
  readonly clerk: string | null
  readonly review: Pick<Review, 'state' | 'assignee' | 'reason'>
  /** When the entry began, of a form that is sent several times. */
  readonly entryAt?: Date | undefined
}

/** What staff corrected, and the observer's own answer as one text. */
export type CorrectedCell = {
  readonly own: string
  readonly reason: string
  readonly by: string
  readonly at: Date
}

/** A chosen option in the wording of its form version, with its visit; empty where staff corrected to no answer. */
export type AnswerRow = {
  readonly visit: VisitRow
  readonly formCode: string
  readonly formVersion: number
  readonly questionId: number
  readonly questionCode: string
  readonly question: string
  readonly option: string
  readonly text: string | null
  /** The value as read, if readable; for a question answered by files, their number. */
  readonly value: Cell
  readonly files: readonly (NamedFile & { readonly receivedAt: Date })[]
  readonly isFlagged: boolean
  readonly receivedAt: Date
  /** The account that wrote it down, by telephone. */
  readonly clerk: string | null
  readonly correction: CorrectedCell | null
  readonly judged?: Judged | undefined
}

/** What the logic of its form says of an answer. */
export type Judged = Pick<CompletedAnswer, 'isHidden' | 'failedChecks'>

export type NoteRow = {
  readonly visit: VisitRow
  readonly formCode: string | null
  readonly questionCode: string | null
  readonly note: string
  readonly files: string
  readonly firstFile: NamedFile | null
  readonly receivedAt: Date
  readonly clerk: string | null
}

/** A file of a note in the archive of files. */
export type FileRow = NamedFile & {
  readonly visit: VisitRow
  readonly formCode: string | null
  readonly questionCode: string | null
  readonly receivedAt: Date
  readonly fileName: string
  readonly sizeBytes: number
  /** SHA-256, hexadecimal. */
  readonly digest: string
  /** Why the archive does not have all of it. */
  readonly fault: FileFault | null
}

/** Missing in the store; the store does not respond; reading broke off. */
export type FileFault = 'missing' | 'away' | 'cut'

/** The time zone and language of cells, and whether counties belong to provinces. */
export type CellContext = {
  readonly timezone: string
  readonly language: Language
  readonly isNested: boolean
}

/** Counties may share a name: each is identified by its code and its province. */
const who = ({ isNested }: Pick<CellContext, 'isNested'>): readonly Column<VisitRow>[] => [
  ...columns<VisitRow>(
    { title: say.phone, value: (row) => row.phone },
    { title: say.observer, value: (row) => row.observer },
    { title: say.ngo, value: (row) => row.ngo },
  ),
  ...(isNested ? columns<VisitRow>({ title: say.province, value: (row) => row.province }) : []),
  ...columns<VisitRow>(
    { title: say.countyCode, value: (row) => row.countyCode },
    { title: say.county, value: (row) => row.county },
    { title: say.area, value: (row) => row.area },
    { title: say.station, value: (row) => row.station },
    { title: say.address, value: (row) => row.address },
  ),
]

/** The columns of `who` for rows that belong to a visit. */
const whose = (written: CellContext): readonly Column<{ readonly visit: VisitRow }>[] =>
  who(written).map(({ title, value }) => ({ title, value: ({ visit }) => value(visit) }))

/** A spreadsheet shows moments in the election's time zone. */
const moment = <Row>(timezone: string, of: (row: Row) => Date | null) => {
  // Adjacent rows often have the same time, because they were sent together.
  let last = { at: new Date(0), shown: clockCell(new Date(0), timezone) }
  return (row: Row) => {
    const at = of(row)
    if (!at) return null
    if (at.getTime() !== last.at.getTime()) last = { at, shown: clockCell(at, timezone) }
    return last.shown
  }
}

const reviewed = ({ language }: CellContext) =>
  columns<VisitRow>(
    { title: ofReviews.state, value: ({ review }) => speak(stateNames[review.state], language) },
    { title: ofReviews.assignee, value: ({ review }) => review.assignee },
    { title: ofReviews.stateReason, value: ({ review }) => review.reason || null },
  )

/** The columns of `reviewed` for rows that belong to a visit: one that is set aside counts nowhere. */
const reviewOf = (written: CellContext): readonly Column<{ readonly visit: VisitRow }>[] =>
  reviewed(written).map(({ title, value }) => ({ title, value: ({ visit }) => value(visit) }))

/** That the question is hidden, and the messages of failed checks; empty: neither. */
function logicCell(judged: Judged | undefined, language: Language): Cell {
  const failed = (judged?.failedChecks ?? []).map(({ message }) => message[language])
  const hidden = judged?.isHidden ? [speak(ofForms.hidden, language)] : []
  return [...hidden, ...failed].join('; ') || null
}

export const answerColumns = ({ timezone, ...written }: CellContext) => [
  ...whose({ timezone, ...written }),
  ...columns<AnswerRow>(
    { title: say.form, value: (row) => row.formCode },
    { title: say.version, value: (row) => row.formVersion },
    { title: say.questionCode, value: (row) => row.questionCode },
    { title: say.question, value: (row) => row.question },
    { title: say.option, value: (row) => row.option },
    { title: say.text, value: (row) => row.text },
    { title: say.value, value: (row) => row.value },
    { title: say.flagged, value: (row) => row.isFlagged },
    { title: say.receivedAt, value: moment(timezone, (row) => row.receivedAt) },
    { title: say.clerk, value: (row) => row.clerk },
    { title: say.own, value: (row) => row.correction?.own ?? null },
    { title: say.correctionReason, value: (row) => row.correction?.reason ?? null },
    { title: say.correctedBy, value: (row) => row.correction?.by ?? null },
    { title: say.correctedAt, value: moment(timezone, (row) => row.correction?.at ?? null) },
    { title: say.logic, value: ({ judged }) => logicCell(judged, written.language) },
  ),
  ...reviewOf({ timezone, ...written }),
]

/** The columns before the questions on a form's own sheet. */
export const formColumns = (written: CellContext) => [
  ...who(written),
  ...reviewed(written),
  ...columns<VisitRow>({
    title: say.lastModified,
    value: moment(written.timezone, (row) => row.lastModified),
  }),
]

/** The same of a form that is sent several times. */
export const entryColumns = (written: CellContext) => [
  ...formColumns(written),
  ...columns<VisitRow>({
    title: say.entryAt,
    value: moment(written.timezone, (row) => row.entryAt ?? null),
  }),
]

export const visitColumns = ({ timezone, ...written }: CellContext) => [
  ...who(written),
  ...columns<VisitRow>(
    { title: say.arrived, value: moment(timezone, (row) => row.arrivedAt) },
    { title: say.left, value: moment(timezone, (row) => row.leftAt) },
    { title: say.urban, value: (row) => row.isUrbanArea },
    { title: say.female, value: (row) => row.isPresidentFemale },
    { title: say.infoClerk, value: (row) => row.clerk },
    { title: say.answered, value: (row) => row.answered },
    { title: say.flags, value: (row) => row.flagged },
    { title: say.noteCount, value: (row) => row.notes },
    { title: say.lastModified, value: moment(timezone, (row) => row.lastModified) },
  ),
  ...reviewed({ timezone, ...written }),
]

export const noteColumns = ({ timezone, ...written }: CellContext) => [
  ...whose({ timezone, ...written }),
  ...columns<NoteRow>(
    { title: say.form, value: (row) => row.formCode },
    { title: say.questionCode, value: (row) => row.questionCode },
    { title: say.note, value: (row) => row.note },
    { title: say.files, value: (row) => row.files },
    {
      title: say.fileLink,
      value: ({ firstFile, ...row }) =>
        firstFile && { linksTo: filePath({ ...row, ...firstFile }, timezone) },
    },
    { title: say.receivedAt, value: moment(timezone, (row) => row.receivedAt) },
    { title: say.clerk, value: (row) => row.clerk },
  ),
  ...reviewOf({ timezone, ...written }),
]

/** The index of the archive of files. */
export const fileColumns = ({ timezone, language, ...written }: CellContext) => [
  ...whose({ timezone, language, ...written }),
  ...columns<FileRow>(
    { title: say.form, value: (row) => row.formCode },
    { title: say.questionCode, value: (row) => row.questionCode },
    { title: say.receivedAt, value: moment(timezone, (row) => row.receivedAt) },
    { title: say.fileInArchive, value: (row) => filePath(row, timezone) },
    { title: say.fileName, value: (row) => row.fileName },
    { title: say.fileSize, value: (row) => row.sizeBytes },
    { title: say.fileDigest, value: (row) => row.digest },
    { title: say.fileFault, value: ({ fault }) => fault && speak(fileFaults[fault], language) },
  ),
]

const fileFaults = {
  missing: say.fileMissing,
  away: say.fileAway,
  cut: say.fileCut,
} satisfies Record<FileFault, Copy>
