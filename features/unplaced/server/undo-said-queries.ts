import type { DatedChoice } from '#features/answers/domain.ts'
import { listCurrentChoices } from '#features/answers/server/stored-queries.ts'
import { rewriteAnswers } from '#features/answers/server/undo-queries.ts'
import { type FactMoments, type Facts, isSame } from '#features/visits/domain.ts'
import { getInfoOfVisit, rowOf } from '#features/visits/server/info-queries.ts'
import { type HeldVisit, insertionOf } from '#features/visits/server/queries.ts'
import { findRecorded, putRecorded } from '#features/visits/server/said-queries.ts'
import { putInfo } from '#features/visits/server/undo-queries.ts'
import type { ActorCall } from '#kit/server/history/record-change.ts'
import { ofChoices, ofFacts, putChoices, without } from '../layers-domain.ts'
import { factsOf, latestOf, momentAfter, type Placement } from '../placement-domain.ts'
import {
  type KeptThere,
  type PlacedReport,
  type PlacementUndo,
  type PlacementUndoResult,
  withLayer,
} from './placed-queries.ts'

/** The values that were placed there for the same thing, as layers. */
const layersOf = <L, V>(
  reports: readonly PlacedReport[],
  find: (placement: Placement) => L | undefined,
  read: (layer: L, placement: Placement) => V,
) =>
  reports.flatMap(({ id, saidAt, placement }) => {
    const layer = find(placement)
    return layer === undefined ? [] : [{ id, at: saidAt, ...read(layer, placement) }]
  })

/** Removes an answer from the layers that were placed there. */
export async function undoAnswer(
  { call, visit, gone, staying }: PlacementUndo,
  { questionId, isCompleting }: NonNullable<Placement['answer']>,
): Promise<PlacementUndoResult> {
  const { db, who } = call
  const { electionId } = who.scope
  const { observerId, pollingStationId } = visit
  const asked = { observerId, pollingStationId, questionId }
  const was = visit.isNew ? [] : await listCurrentChoices(db, electionId, visit.id, questionId)
  const placed = layersOf(
    [gone, ...staying],
    ({ answer }) => (answer?.questionId === questionId ? answer : undefined),
    ({ before, choices }, { at }) => ({
      before,
      put: (over: readonly DatedChoice[]) => putChoices(over, choices, at),
    }),
  )
  const left = without<readonly DatedChoice[]>({
    kind: ofChoices,
    stands: { value: was, said: await findRecorded(db, electionId, asked) },
    placed,
    goneId: gone.id,
    ...(isCompleting && gone.saidAt > gone.placement.at && { repeatedAt: gone.saidAt }),
  })
  const is = left.stands.value
  await putRecorded(db, electionId, asked, left.stands.said)
  const isChanged = !ofChoices.isSame(was, is)
  if (isChanged) {
    if (visit.isNew) await makeVisit(call, visit, is)
    await rewriteAnswers(db, electionId, visit, { questionId, was, is })
  }
  return {
    kept: left.over ? [{ what: 'answer', saidAt: left.over }] : [],
    staying: staying.map((report) => {
      const { answer } = report.placement
      const before = left.befores.get(report.id)
      if (!answer || !before) return report
      const changes = !ofChoices.isSame(
        before.value,
        putChoices(before.value, answer.choices, report.placement.at),
      )
      return withLayer(report, { answer: { ...answer, before } }, { changes, taken: ['answer'] })
    }),
    told: isChanged
      ? {
          before: { answers: was.map(choiceSnapshot) },
          after: { answers: is.map(datedChoiceSnapshot) },
        }
      : undefined,
  }
}

/** Something that was superseded is used now, at a visit that was never created. */
async function makeVisit(
  { db, who }: ActorCall,
  visit: HeldVisit,
  choices: readonly DatedChoice[],
) {
  const now = latestOf(...choices.map(({ receivedAt }) => receivedAt)) ?? visit.now
  const made = { answered: 0, flagged: 0, ...visit, now }
  await insertionOf(who.scope.electionId, [made]).execute(db)
}

const choiceSnapshot = ({ questionId, optionId, formVersion, text, isFlagged }: DatedChoice) => ({
  questionId,
  optionId,
  formVersion,
  text,
  isFlagged,
})

/** With its moment: restored choices are not said now. */
const datedChoiceSnapshot = (choice: DatedChoice) => ({
  ...choiceSnapshot(choice),
  receivedAt: choice.receivedAt,
})

/** Removes station info from the layers that were placed there, fact by fact. */
export async function undoFacts({
  call,
  visit,
  gone,
  staying,
}: PlacementUndo): Promise<PlacementUndoResult> {
  const { db, who } = call
  // Placed station info always creates its visit.
  if (visit.isNew) return { kept: [], staying }
  const was = await getInfoOfVisit(db, who.scope, visit.id)
  let facts: Facts = was.facts
  const said = new Map(Object.entries(was.said))
  let others = staying
  const kept: KeptThere[] = []
  for (const name of factsOf(gone.placement)) {
    const left = without({
      kind: ofFacts,
      stands: { value: was.facts[name], said: was.said[name] },
      placed: layersOf(
        [gone, ...staying],
        (placement) => placement.facts?.[name],
        ({ before, value }) => ({ before, put: () => value }),
      ),
      goneId: gone.id,
    })
    facts = { ...facts, [name]: left.stands.value }
    if (left.stands.said) said.set(name, left.stands.said)
    else said.delete(name)
    if (left.over) kept.push({ what: name, saidAt: left.over })
    others = others.map((report) => {
      const fact = report.placement.facts?.[name]
      const before = left.befores.get(report.id)
      if (!fact || !before) return report
      const layer = { facts: { ...report.placement.facts, [name]: { ...fact, before } } }
      const changes = !ofFacts.isSame(before.value, fact.value)
      return withLayer(report, layer, { changes, taken: [name] })
    })
  }
  const placements = others.map(({ placement }) => placement)
  const left = momentAfter(was.factsAt, gone.placement, placements, 'factsAt')
  // What its observer has repeated since keeps the moment at which it was placed.
  const factsAt = kept.length > 0 || (!left && said.size > 0) ? was.factsAt : left
  const is = { facts, said: Object.fromEntries(said) as FactMoments, factsAt }
  await putInfo(db, who.scope, visit.id, is)
  const before = { ...rowOf(was.facts), factsAt: was.factsAt }
  const after = { ...rowOf(facts), factsAt }
  return { kept, staying: others, told: isSame(before, after) ? undefined : { before, after } }
}
