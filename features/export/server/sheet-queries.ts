import { sql } from 'kysely'
import type { Db } from '#database/open.ts'
import type { AnswerFilter } from '#features/answers/contract.ts'
import { choosingEach } from '#features/answers/server/chosen-queries.ts'
import {
  matchingVisits,
  narrowedAt,
  readerOf,
} from '#features/answers/server/list/filter-queries.ts'
import { getElectionName } from '#features/elections/server/queries.ts'
import type { Question } from '#features/forms/contract.ts'
import { isChoice, isFile } from '#features/forms/kind-domain.ts'
import { listPublished } from '#features/forms/server/queries.ts'
import { getLevels } from '#features/places/server/queries.ts'
import type { Cell } from '#kit/contract/column.ts'
import { type Copy, type Language, speak } from '#kit/contract/copy.ts'
import type { Download } from '#kit/contract/download.ts'
import type { StaffActor } from '#kit/contract/who.ts'
import { type DownloadContents, sheetOf } from '#kit/server/http/download.ts'
import type { Sheet } from '#kit/server/sheets/spreadsheet.ts'
import {
  answerColumns,
  type CellContext,
  entryColumns,
  formColumns,
  noteColumns,
  visitColumns,
} from '../columns.ts'
import { say } from '../copy.ts'
import {
  answerKey,
  answersByQuestion,
  type ExportedAnswer,
  type ExportedForm,
  questionsOf,
  spansOf,
  type WordedQuestion,
  type Wording,
} from '../domain.ts'
import {
  countVisits,
  eachAnswered,
  eachBatch,
  eachNotes,
  listAnswered,
  readWording,
  type Visits,
} from './queries.ts'

type AnswersByQuestion = ReturnType<typeof answersByQuestion>

/** File names, the first as in the first system, and the acts in history. */
export const answersTaken = { name: 'answsers', act: 'answers.exported', subject: 'answers' }
export const notesTaken = { name: 'notes', act: 'notes.exported', subject: 'notes' }

/** An export: caller, filter and progress. */
export type SheetRequest = {
  readonly db: Db
  readonly who: Pick<StaffActor, 'scope' | 'timezone' | 'id'>
  readonly query: AnswerFilter & Download
  readonly onProgress?: (done: number, total: number) => Promise<void>
}

/**
 * Writes a sheet per form, then sheets of answers, visits and notes; CSV has only the answers. Each sheet reads the visits
 * again, so that memory never holds them all.
 */
export async function takeAnswers(asking: SheetRequest): Promise<DownloadContents> {
  const { db, who, query } = asking
  const wording = await readWording(db, who.scope)
  const forms = query.format === 'csv' ? [] : await listPublished(db, who.scope)
  const { visits, ...taken } = await openVisits(
    asking,
    query.format === 'csv' ? 1 : forms.length + 3,
  )
  const written = await writtenFor(asking)
  const answers = sheetOf(say.answers, answerColumns(written), query.language, async function* () {
    for await (const answered of eachAnswered(visits, wording)) yield answered.flat()
  })
  if (query.format === 'csv') return { ...taken, sheets: [answers] }
  const answered = await listAnswered(db, who.scope)
  const perForm = forms.map((form) => {
    const worded = questionsOf(form, wording, answered)
    return formSheet(visits, { written, query, form, wording, worded })
  })
  const visitSheet = sheetOf(say.visits, visitColumns(written), query.language, () =>
    eachBatch(visits),
  )
  const notes = noteSheet(visits, written, query)
  const [first = answers, ...rest] = [...perForm, answers, visitSheet, notes]
  return { ...taken, sheets: [first, ...rest] }
}

/** The notes, with the names of their files. */
export async function takeNotes(asking: SheetRequest): Promise<DownloadContents> {
  const { visits, ...taken } = await openVisits(asking, 1)
  return { ...taken, sheets: [noteSheet(visits, await writtenFor(asking), asking.query)] }
}

export async function writtenFor({
  db,
  who: { scope, timezone },
  query,
}: SheetRequest): Promise<CellContext> {
  const { countyLevel } = await getLevels(db, scope.electionId)
  return { timezone, language: query.language, isNested: countyLevel > 1 }
}

/** Opens the visits, which are read `times` times; progress is divided by that. */
export async function openVisits({ db, who, query, onProgress }: SheetRequest, times: number) {
  const { scope } = who
  const { optionId, withOptionId, ...others } = query
  const matching = sql.join(
    [
      await matchingVisits(db, readerOf(who, query), others),
      ...choosingEach(scope.electionId, [optionId, withOptionId]),
      ...narrowedAt(who, optionId, query),
    ],
    sql` and `,
  )
  const rows = await countVisits({ db, matching })
  let read = 0
  const onRead = async (more: number) => {
    read += more
    await onProgress?.(Math.floor(read / times), rows)
  }
  const visits: Visits = { db, scope, matching, onRead }
  return { visits, rows, election: await getElectionName(db, scope.electionId) }
}

const noteSheet = (visits: Visits, written: CellContext, { language }: Download): Sheet =>
  sheetOf(say.notes, noteColumns(written), language, () => eachNotes(visits))

type FormSheet = {
  readonly written: CellContext
  readonly query: Download
  readonly form: ExportedForm & { readonly code: string; readonly isSeries: boolean }
  readonly wording: Wording
  readonly worded: readonly WordedQuestion[]
}

/**
 * One row per visit, of a form sent several times per entry, and one column per question and wording. Free text has a column of its own, so that options can be
 * counted.
 */
function formSheet(
  visits: Visits,
  { written, query: { language }, form, wording, worded }: FormSheet,
): Sheet {
  const columns = form.isSeries ? entryColumns(written) : formColumns(written)
  const headings = columns.map(({ title }) => speak(title, language))
  const questions = worded.flatMap((one) => questionColumns(one, language))
  return {
    name: form.code,
    headings: [...headings, ...questions.map(({ heading }) => heading)],
    batches: async function* () {
      for await (const answered of eachAnswered(visits, wording, form))
        yield answered.map((answers) => {
          const byKey = answersByQuestion(answers, written.timezone)
          const whose = answers
            .slice(0, 1)
            .flatMap(({ visit }) => columns.map((is) => is.value(visit)))
          return [...whose, ...questions.map(({ value }) => value(byKey))]
        })
    },
  }
}

/** What cannot be read is written as it was sent; what was written beside files has its own column. */
function cellIn(kind: Question['kind'], answered: ExportedAnswer | undefined): Cell {
  if (isChoice(kind)) return answered?.options ?? null
  return answered?.value ?? (isFile(kind) ? null : (answered?.text ?? answered?.options ?? null))
}

function questionColumns(
  { question: { id, code, text, kind }, versions, takesText, isOneOfSeveral }: WordedQuestion,
  language: Language,
) {
  const key = answerKey(id, text)
  const suffix = isOneOfSeveral
    ? ` (${speak(say.ofVersion, language, { versions: spansOf(versions) })})`
    : ''
  const options = {
    heading: `${code}: ${text}${suffix}`,
    value: (byKey: AnswersByQuestion) => cellIn(kind, byKey.get(key)),
  }
  const beside = (title: Copy, name: 'files' | 'text') => ({
    heading: `${code}: ${speak(title, language)}${suffix}`,
    value: (byKey: AnswersByQuestion) => byKey.get(key)?.[name] || null,
  })
  return [
    options,
    ...(isFile(kind) ? [beside(say.fileInArchive, 'files')] : []),
    ...(takesText ? [beside(say.text, 'text')] : []),
  ]
}
