import { answers, type CompletedAnswer } from '#features/answers/contract.ts'
import { corrections } from '#features/answers/corrections-contract.ts'
import { forms, type Question } from '#features/forms/contract.ts'
import { drawOptions } from '#testing/evening/drawn-reports.ts'
import type { SeededRandom } from '#testing/evening/seeded-random.ts'
import type { Operation } from '../operation.ts'
import { asText } from '../oracles/said.ts'
import { observerName } from '../world.ts'
import { act, type Clerk, read } from './staff-member.ts'

const chosenIn = (some: CompletedAnswer['answers']) =>
  some.map(({ optionId, value }) => ({ optionId, value }))

/** An answer of a report, as its screen shows it, and its question in the version in which it was answered. */
async function pickAnswer(clerk: Clerk, draw: SeededRandom) {
  const query = { page: 1 + draw.below(3) }
  const listed = await read(clerk, { endpoint: answers.list, sent: { query } })
  const report = draw.pick(listed?.threads ?? [])
  if (!report) return undefined
  const { observerId, pollingStationId } = report
  const open = { observerId, pollingStationId }
  const filledIn = await read(clerk, { endpoint: answers.filledIn, sent: { query: open } })
  const answer = draw.pick(filledIn ?? [])
  const wording = answer && (await readAsked(clerk, answer))
  return wording && { open, answer, wording }
}

/** Corrects an answer, or takes its correction back. */
async function correctOne(clerk: Clerk, draw: SeededRandom): Promise<void> {
  const picked = await pickAnswer(clerk, draw)
  if (!picked) return
  const { open, answer, wording } = picked
  const { observerId, pollingStationId } = open
  const options = drawOptions(wording, draw)
  const isTakenBack = answer.correction !== null && draw.happens(0.4)
  const body = { ...open, questionId: answer.id }
  const revision = answer.correction?.revision ?? 0
  const was = { options: chosenIn(answer.answers), revision }
  const about = [observerName({ id: observerId })]
  const heard = isTakenBack
    ? await act(clerk, {
        endpoint: corrections.takeBack,
        sent: { body: { ...body, revision } },
        about,
      })
    : await act(clerk, {
        endpoint: corrections.correct,
        sent: { body: { ...body, options, reason: 'Verificat', was } },
        about,
      })
  if (heard.kind === 'refused' && !heard.mayBeDone) return
  const chosen = options.map(({ optionId, value = null }) => ({ optionId, value }))
  clerk.world.corrections.push({
    ...{ observerId, stationId: pollingStationId, questionId: answer.id, wording },
    own: asText(chosenIn(answer.correction?.own ?? answer.answers)),
    value: isTakenBack ? undefined : asText(chosen),
    ...{ from: heard.from, to: heard.to, isCertain: heard.kind === 'done' },
  })
}

async function readAsked(
  clerk: Clerk,
  { id, formId, formVersion }: CompletedAnswer,
): Promise<Question | undefined> {
  const sent = { params: { id: formId }, query: { version: formVersion } }
  const sections = (await read(clerk, { endpoint: forms.get, sent })) ?? []
  return sections.flatMap(({ questions }) => questions).find((question) => question.id === id)
}

export const correctionOperations: readonly Operation<Clerk>[] = [
  { name: 'answer corrected', weight: 8, run: correctOne },
]
