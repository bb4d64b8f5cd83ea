import { answerOf, type StationAddress } from '#features/answers/server/testing.ts'
import { observerIdOf } from '#features/visits/server/testing.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { Person, Stage } from '#testing/stage.ts'
import { telephone } from '../contract.ts'

/** A station by its id, as staff name it. */
export const idOf = ({ field }: Stage, at: StationAddress) =>
  field.stationId(
    at.municipalityCode ?? at.countyCode,
    at.pollingStationNumber,
  ) as Id<'pollingStations'>

type AnswerGiven = readonly [at: StationAddress, questionCode: string, ...chosen: string[]]

/** An account writes down an answer that an observer gives by telephone. */
export async function answerByTelephone(
  cast: Stage,
  [at, questionCode, ...chosen]: AnswerGiven,
  { clerk = cast.rodica, observer = 'Bogdan Pop' }: { clerk?: Person; observer?: string } = {},
) {
  const { questionId, options } = answerOf(cast, at, questionCode, ...chosen)
  return clerk.call(telephone.answer, {
    params: { observerId: await observerIdOf(cast, observer) },
    body: { pollingStationId: idOf(cast, at), answers: [{ questionId, options }] },
  })
}
