import type { Db } from '#database/open.ts'
import type { AnswerFilter } from '#features/answers/contract.ts'
import { matchingVisits } from '#features/answers/server/queries.ts'
import { listPublished } from '#features/forms/server/queries.ts'
import { speak } from '#kit/contract/copy.ts'
import type { Download } from '#kit/contract/download.ts'
import type { StaffActor } from '#kit/contract/who.ts'
import { sheetOf, type Taken } from '#kit/server/download.ts'
import type { Sheet } from '#kit/server/spreadsheet.ts'
import { answerColumns, formColumns, noteColumns, visitColumns } from '../columns.ts'
import { say } from '../copy.ts'
import { type ExportedForm, questionsOf, saidOf, type Wording } from '../domain.ts'
import {
  countVisits,
  eachAnswered,
  eachBatch,
  eachNotes,
  readWording,
  type Visits,
} from './queries.ts'

/** What the files are called, the first as spec.md calls it, and how history tells that somebody took them. */
export const answersTaken = { name: 'answsers', act: 'answers.exported', subject: 'answers' }
export const notesTaken = { name: 'notes', act: 'notes.exported', subject: 'notes' }

/** What is wanted of the reports that the filter keeps, and for whom. */
export type Asking = {
  readonly db: Db
  readonly who: Pick<StaffActor, 'scope' | 'timezone'>
  readonly query: AnswerFilter & Download
  /** Hears how many visits have been written, of how many. */
  readonly onProgress?: (done: number, total: number) => Promise<void>
}

/**
 * A sheet a form, the answers, the visits and the notes; of which a CSV file holds the answers.
 * Each sheet reads the visits again, so that none is held in memory.
 */
export async function takeAnswers(asking: Asking): Promise<Taken> {
  const { db, who, query } = asking
  const wording = await readWording(db, who.scope)
  const forms = query.format === 'csv' ? [] : await listPublished(db, who.scope)
  const { visits, rows } = await open(asking, query.format === 'csv' ? 1 : forms.length + 3)
  const answers = sheetOf(
    say.answers,
    answerColumns(who.timezone),
    query.language,
    async function* () {
      for await (const answered of eachAnswered(visits, wording)) yield answered.flat()
    },
  )
  if (query.format === 'csv') return { sheets: [answers], rows }
  const perForm = forms.map((form) => formSheet(visits, asking, form, wording))
  const visitSheet = sheetOf(say.visits, visitColumns(who.timezone), query.language, () =>
    eachBatch(visits),
  )
  const [first = answers, ...rest] = [...perForm, answers, visitSheet, noteSheet(visits, asking)]
  return { sheets: [first, ...rest], rows }
}

/** The notes, with the names of their files. */
export async function takeNotes(asking: Asking): Promise<Taken> {
  const { visits, rows } = await open(asking, 1)
  return { sheets: [noteSheet(visits, asking)], rows }
}

/** The visits, and how many; `times` they are read, and have been written after the last time. */
async function open({ db, who, query, onProgress }: Asking, times: number) {
  const { scope, timezone } = who
  const matching = matchingVisits(scope, timezone, query)
  const rows = await countVisits({ db, matching })
  let read = 0
  const onRead = async (more: number) => {
    read += more
    await onProgress?.(Math.floor(read / times), rows)
  }
  const visits: Visits = { db, scope, matching, onRead }
  return { visits, rows }
}

const noteSheet = (visits: Visits, { who, query }: Asking): Sheet =>
  sheetOf(say.notes, noteColumns(who.timezone), query.language, () => eachNotes(visits))

/** A row a visit, a column a question: what an analyst wants. */
function formSheet(
  visits: Visits,
  { who, query }: Asking,
  form: ExportedForm,
  wording: Wording,
): Sheet {
  const questions = questionsOf(form, wording)
  const columns = formColumns(who.timezone)
  const headings = columns.map(({ title }) => speak(title, query.language))
  return {
    name: form.code,
    headings: [...headings, ...questions.map(({ code, text }) => `${code}: ${text}`)],
    batches: async function* () {
      for await (const answered of eachAnswered(visits, wording, form.id))
        yield answered.map((answers) => {
          const said = saidOf(answers)
          const whose = answers
            .slice(0, 1)
            .flatMap(({ visit }) => columns.map((is) => is.value(visit)))
          return [...whose, ...questions.map(({ id }) => said.get(id) ?? null)]
        })
    },
  }
}
