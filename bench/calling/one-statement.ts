import { visits } from '#features/visits/server/subjects.ts'
import { channel } from '#kit/server/projections/mark.ts'
import type { FormChoices } from '../data/evening.ts'
import {
  answersPerReport,
  counties,
  electionId,
  firstFree,
  organisations,
  type Shape,
  stationsPerMunicipality,
  steps,
} from '../data/shape.ts'

/** The answers of every report: the first option of each question, but a flagged one for the first. */
export const chosen = ({ questions }: FormChoices) =>
  questions.slice(0, answersPerReport).map(({ questionId, options }, place) => {
    const option = place === 0 ? options.find(({ isFlagged }) => isFlagged) : options[0]
    return { questionId, optionId: option?.optionId ?? 0, isFlagged: option?.isFlagged ?? false }
  })

/** The counter for pgbench's statements, which gives the next pair of observer and station. */
export const pairsSequence = 'create sequence bench_pairs minvalue 0 cache 10'

/**
 * All writes of such a report, as one statement: the visit, its answers, a mark for the projector, history, and
 * the announcement. Its visits lie between ours.
 */
export function oneStatement(shape: Shape, form: FormChoices, how: 'told' | 'silent'): string {
  const rows = chosen(form)
  const { formId } = form
  const flagged = rows.filter(({ isFlagged }) => isFlagged).length
  const ids = (values: readonly (number | boolean)[]) => `array[${values.join(', ')}]`
  // A colon before a word would be a pgbench variable.
  const body = JSON.stringify(rows.map((row) => ({ ...row, formVersion: 1, text: null })))
  return `
    with pair as (select nextval('bench_pairs') as n),
    placed as (
      select o, (o * ${steps.observer} + nth * ${steps.nth}) % ${shape.stations} as s
        from (select n % ${shape.observers} as o,
                     ${firstFree(shape)} + 1 + 2 * (n / ${shape.observers}) as nth from pair) p
    ), visit as (
      insert into visits (election_id, observer_id, polling_station_id, ngo_id, county_id,
                          answered, flagged, last_modified)
      select ${electionId}, o + 1, s + 1, o % ${organisations} + 1,
             (s / ${stationsPerMunicipality}) % ${counties} + 1,
             ${rows.length}, ${flagged}, now()
        from placed
      returning id, observer_id, polling_station_id, ngo_id, last_modified
    ), put as (
      insert into answers (election_id, visit_id, question_id, option_id, form_id, form_version,
                           text, is_flagged, received_at)
      select ${electionId}, v.id, a.question, a.option, ${formId}, 1, null, a.flag,
             v.last_modified
        from visit v, unnest(${ids(rows.map(({ questionId }) => questionId))},
                             ${ids(rows.map(({ optionId }) => optionId))},
                             ${ids(rows.map(({ isFlagged }) => isFlagged))})
             as a (question, option, flag)
    ), marked as (
      insert into marks (election_id, subject, first_key, last_key)
      select ${electionId}, '${visits.name}', id, id from visit
      ${how === 'told' ? `returning pg_notify('${channel}', '')` : ''}
    ), recorded as (
      insert into history (election_id, at, actor_role, actor_id, actor_name, act, subject,
                           subject_id, before, after)
      select ${electionId}, last_modified, 'observer', observer_id, 'Ioana Pop',
             'answers.received', 'visits', id, '[]',
             jsonb_set('${body.replaceAll(':', ': ')}', '{0,pollingStationId}', to_jsonb(polling_station_id))
        from visit
    )
    select ${how === 'told' ? announcement : '1'} from visit`
}

const announcement = `pg_notify('veghe', json_build_object('name', 'answers.received',
  'electionId', ${electionId}, 'ngoId', ngo_id, 'payload', json_build_object(
    'observerId', observer_id, 'pollingStationId', polling_station_id, 'flagged', true))#>>'{}')`
