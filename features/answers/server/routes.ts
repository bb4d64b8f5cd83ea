import type { Db } from '#database/open.ts'
import type { Question } from '#features/forms/contract.ts'
import { findVersion } from '#features/forms/server/queries.ts'
import { addressKeyOf } from '#features/places/domain.ts'
import { findStations, type PlacedStation } from '#features/places/server/queries.ts'
import { keepUnplaced } from '#features/visits/server/unplaced-queries.ts'
import { groupBy } from '#kit/contract/group.ts'
import { countPages } from '#kit/contract/page.ts'
import type { Scope } from '#kit/contract/who.ts'
import { type Call, serve } from '#kit/server/serve.ts'
import type { Server } from '#kit/server/server.ts'
import { answers, type CompletedAnswer } from '../contract.ts'
import type { Stray } from '../domain.ts'
import { type ChosenRow, getThread, listChosen, listThreads } from './queries.ts'
import { readReport, storeReport } from './store.ts'

type Sending = Call<typeof answers.send>

export function answerRoutes(server: Server): void {
  serve(server, answers.send, async (call) => {
    await takeReport(call)
    return {}
  })

  serve(server, answers.list, async ({ db, who, query }) => {
    const { threads, totalItems } = await listThreads(db, who, query)
    return { threads, data: threads, ...countPages(query, totalItems) }
  })

  serve(server, answers.thread, ({ db, who, query }) =>
    getThread(db, who.scope, query.observerId, query.pollingStationId),
  )

  serve(server, answers.filledIn, async ({ db, who, query }) =>
    word(db, who.scope, await listChosen(db, who.scope, query.observerId, query.pollingStationId)),
  )
}

/** Takes a report: what has a place goes to its visit, what has none is kept aside. */
async function takeReport(call: Sending): Promise<void> {
  const { db, who, body } = call
  const { electionId } = who.scope
  const stations = await findStations(db, electionId, body.answers)
  const placed = body.answers.flatMap((draft) => {
    const stationId = stations.get(addressKeyOf(draft))?.id
    return stationId === undefined ? [] : [{ stationId, draft }]
  })
  const { settled, strays } = await readReport(db, electionId, placed)
  await keepAside(call, stations, strays)
  await storeReport(call, settled, [...stations.values()])
}

async function keepAside(
  { db, who, body, now }: Sending,
  stations: ReadonlyMap<string, PlacedStation>,
  strays: readonly Stray[],
): Promise<void> {
  const lost = body.answers.filter((draft) => !stations.has(addressKeyOf(draft)))
  await keepUnplaced(
    db,
    who,
    [
      ...lost.map((sent) => ({ kind: 'answer', reason: 'no-such-station', sent }) as const),
      ...strays.map(({ reason, draft }) => ({ kind: 'answer', reason, sent: draft }) as const),
    ],
    now,
  )
}

/** Puts chosen options into words: those of the version of the form they were chosen in. */
async function word(
  db: Db,
  scope: Scope,
  chosen: readonly ChosenRow[],
): Promise<CompletedAnswer[]> {
  const versions = new Map<string, ReadonlyMap<number, Question>>()
  for (const { formId, formVersion } of chosen) {
    const key = `${formId}/${formVersion}`
    if (versions.has(key)) continue
    const sections = await findVersion(db, scope, formId, { version: formVersion, isPublic: false })
    const questions = (sections ?? []).flatMap((section) => section.questions)
    versions.set(key, new Map(questions.map((question) => [question.id, question])))
  }
  const byQuestion = groupBy(chosen, ({ questionId }) => questionId)
  return [...byQuestion.values()].flatMap((rows) => {
    const [first] = rows
    const version = first && versions.get(`${first.formId}/${first.formVersion}`)
    const question = version?.get(first?.questionId ?? 0)
    return first && question ? [completed(question, first, rows)] : []
  })
}

function completed(question: Question, form: ChosenRow, rows: readonly ChosenRow[]) {
  return {
    id: question.id,
    text: question.text,
    questionTypeId: question.questionType,
    questionId: question.code,
    questionCode: question.code,
    formId: form.formId,
    formCode: form.formCode,
    formDescription: form.formDescription,
    formVersion: form.formVersion,
    answers: rows.map((row) => {
      const option = question.optionsToQuestions.find(({ id }) => id === row.optionId)
      return {
        idOption: row.optionId,
        optionId: row.optionId,
        text: option?.text ?? '',
        isFreeText: option?.isFreeText ?? false,
        value: row.text,
        flagged: row.isFlagged,
        isFlagged: row.isFlagged,
      }
    }),
  }
}
