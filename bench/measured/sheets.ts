import type { FormChoices } from '../data/evening.ts'
import { electionId } from '../data/shape.ts'

/** The first columns of every export row. */
const whose = `o.phone, o.name, g.name, c.code, c.name, case when a.id <> c.id then a.name end, s.number, s.address`
const tables = `
  join observers o on o.election_id = v.election_id and o.id = v.observer_id
  join ngos g on g.id = v.ngo_id
  join polling_stations s on s.election_id = v.election_id and s.id = v.polling_station_id
  join areas a on a.election_id = v.election_id and a.id = s.area_id
  join areas c on c.election_id = v.election_id and c.id = v.county_id
  join elections e on e.id = v.election_id
 where v.election_id = ${electionId}`

/** Moments are in the election's time zone. */
const clock = (at: string) => `to_char(${at} at time zone e.timezone, 'YYYY-MM-DD HH24:MI:SS')`

/** The rows of the export as CSV: a row per chosen option, in any order. None was given by telephone, none corrected. */
export const answerSheet = `
  select ${whose}, f.code, n.form_version, q.code, q.text, p.text, n.text, n.value, n.is_flagged::text,
         ${clock('n.received_at')}, null, null, null, null, null, null, 'new', null, null
    from answers n
    join options p on p.election_id = n.election_id and p.id = n.option_id
    join questions q on q.election_id = n.election_id and q.id = n.question_id
    join forms f on f.election_id = q.election_id and f.id = q.form_id
    join visits v on v.election_id = n.election_id and v.id = n.visit_id ${tables}`

const visitSheet = `
  select ${whose}, ${clock('v.arrived_at')}, ${clock('v.left_at')}, v.is_urban_area::text,
         v.is_president_female::text, v.answered, v.flagged, v.notes, ${clock('v.last_modified')}
    from visits v ${tables}`

const noteSheet = `
  select ${whose}, f.code, q.code, n.text,
         (select string_agg(t.file_name, ', ' order by t.position) from attachments t
           where t.election_id = n.election_id and t.note_id = n.id),
         ${clock('n.received_at')}
    from notes n
    left join questions q on q.election_id = n.election_id and q.id = n.question_id
    left join forms f on f.election_id = q.election_id and f.id = q.form_id
    join visits v on v.election_id = n.election_id and v.id = n.visit_id ${tables}`

/** A row per visit, a column per question. */
const formSheet = ({ formId, questions }: FormChoices) => `
  select ${whose}, ${clock('v.last_modified')}, said.*
    from (select n.visit_id, ${questions
      .map(
        ({ questionId }) => `string_agg(p.text, '; ') filter (where n.question_id = ${questionId})`,
      )
      .map((said, place) => `${said} as said_${place}`)
      .join(', ')}
            from answers n join options p on p.election_id = n.election_id and p.id = n.option_id
           where n.election_id = ${electionId} and n.form_id = ${formId}
           group by n.visit_id) said
    join visits v on v.id = said.visit_id ${tables}`

/** The rows of each sheet of the workbook. */
export const workbookSheets = (forms: readonly FormChoices[]) => [
  ...forms.map(formSheet),
  answerSheet,
  visitSheet,
  noteSheet,
]
