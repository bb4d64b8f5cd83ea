import { sql } from 'kysely'
import { momentText } from '#database/values/moment.ts'
import { recordedTable } from '#kit/server/history/recorded.ts'
import { type AnswerPart, partName, replayVisit } from '../replay-domain.ts'

/** Visits, with their answers and station information. */
export const recordedVisits = recordedTable({
  rows: 'visits',
  station: sql`t.polling_station_id`,
  fields: {
    observer: sql`t.observer_id`,
    'its polling station': sql`t.polling_station_id`,
    'station info': sql`pg_catalog.json_build_array(${momentText('t.arrived_at')},
      ${momentText('t.left_at')}, t.is_urban_area, t.is_president_female, coalesce(t.facts, '{}'))`,
    'when station info was sent': sql`t.facts_at`,
    'answers that staff corrected': sql`(
      select coalesce(pg_catalog.json_agg(pg_catalog.json_build_array(
               o -> 'questionId', o -> 'optionId', o -> 'formVersion', o -> 'text', o -> 'isFlagged',
               o -> 'receivedAt') order by (o -> 'optionId')::integer), '[]')
        from corrections c cross join lateral pg_catalog.jsonb_array_elements(c.own) o
       where c.election_id = t.election_id and c.visit_id = t.id and c.ended_at is null)`,
    'when it was last changed': sql`t.last_modified`,
    'when its newest note came': sql`(
      select pg_catalog.max(n.received_at) from notes n
       where n.election_id = t.election_id and n.visit_id = t.id)`,
  },
  parts: {
    rows: 'answers',
    owner: 'visit_id',
    fields: {
      questionId: sql`t.question_id`,
      optionId: sql`t.option_id`,
      'form version': sql`t.form_version`,
      text: sql`t.text`,
      flag: sql`t.is_flagged`,
      'time of arrival': sql`t.received_at`,
    } satisfies Record<keyof AnswerPart, unknown>,
    nameOf: (answer) => partName(answer as AnswerPart),
  },
  atOnce: 1000,
  isReport: true,
  missing: 'the report is missing',
  unrecorded: 'no line of history tells of this report',
  nameOf: (id, values) => `report ${id} of observer ${values['observer'] ?? '?'}`,
  replay: (all, row) => {
    // Other lines say what staff did about the report.
    const lines = all.filter(({ act }) => /^(answers|visits)\./.test(act))
    const notedAt = (row?.['when its newest note came'] ?? null) as Date | null
    return lines.length > 0 || notedAt ? replayVisit(lines, notedAt) : undefined
  },
})
