import { observerIdOf } from '#features/visits/server/testing.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { Person, Stage } from '#testing/stage.ts'
import { corrections } from '../../corrections-contract.ts'
import { answerOf, filledIn, type StationAddress } from '../testing.ts'

/** The report of an observer at a station, as calls name it. */
export async function reportAt({ field, ...cast }: Stage, at: StationAddress, name = 'Bogdan Pop') {
  const code = at.municipalityCode ?? at.countyCode
  const pollingStationId = field.stationId(code, at.pollingStationNumber) as Id<'pollingStations'>
  return { observerId: await observerIdOf({ field, ...cast }, name), pollingStationId }
}

/** How a report shows the answer to a question, or that there is none. */
export const shownTo = async (
  cast: Stage,
  at: StationAddress,
  questionCode: string,
  { person = cast.ana, name = 'Bogdan Pop' } = {},
) => (await filledIn(cast, at, person, name)).find((one) => one.questionCode === questionCode)

type Options = {
  readonly by?: Person
  readonly reason?: string
  readonly name?: string
  /** The answer that the account saw; by default the one that counts. */
  readonly was?: Awaited<ReturnType<typeof shownTo>>
}

/** An account corrects an answer, by the code of its question and the texts of its options. */
export async function correct(
  cast: Stage,
  [at, questionCode, ...chosen]: readonly [StationAddress, string, ...string[]],
  { by = cast.ana, reason = 'Verificat la telefon', name = 'Bogdan Pop', ...seen }: Options = {},
) {
  const { questionId, options } = answerOf(cast, at, questionCode, ...chosen)
  const was = seen.was ?? (await shownTo(cast, at, questionCode, { name }))
  const shown = (was?.answers ?? []).map(({ optionId, value }) => ({ optionId, value }))
  return by.call(corrections.correct, {
    body: {
      ...(await reportAt(cast, at, name)),
      ...{ questionId, options, reason },
      was: { options: shown, revision: was?.correction?.revision ?? 0 },
    },
  })
}

/** Takes back the correction that a report shows. */
export async function takeBack(
  cast: Stage,
  at: StationAddress,
  questionCode: string,
  by = cast.ana,
) {
  const shown = await shownTo(cast, at, questionCode)
  return by.call(corrections.takeBack, {
    body: {
      ...(await reportAt(cast, at)),
      questionId: cast.field.questionId(questionCode),
      revision: shown?.correction?.revision ?? 0,
    },
  })
}
