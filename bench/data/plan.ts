import { Client } from 'pg'
import { stations } from '#features/places/server/subjects.ts'
import { markAll } from '#kit/server/projections/mark.ts'
import { copyInto, type Row } from './copy.ts'
import { project } from './project.ts'
import { assignmentOf, electionId, type Shape } from './shape.ts'

const hour = 3_600_000

/** Adds a plan to an evening that ended at a moment: who is where, six milestones, and what is owed by then. */
export async function fillPlan(url: string, shape: Shape, until: Date): Promise<void> {
  await copyInto(url, 'assignments', assignmentRows(shape, until))
  const client = new Client(url)
  await client.connect()
  try {
    await client.query(milestones, [until])
    await project(url, (database) => database.write((tx) => markAll(tx, electionId, stations)))
    await client.query('vacuum (analyze)')
    await client.query('checkpoint')
  } finally {
    await client.end()
  }
}

/** Shifts last for weeks, because what is filled is kept for as long; deadlines alone are of the evening. */
function assignmentRows(shape: Shape, until: Date): Row[] {
  const at = (hours: number) => new Date(until.getTime() + hours * hour)
  const times = { fromAt: at(-15), untilAt: at(24 * 60) }
  return Array.from({ length: shape.assignments }, (_, assignment) => {
    const { observer, station } = assignmentOf(shape, assignment)
    return { electionId, observerId: observer + 1, pollingStationId: station + 1, ...times }
  })
}

/** The last of them is not due yet. */
const milestones = `
  insert into milestones (election_id, name, kind, form_id, question_id, due_at, due_after_min, for_station)
  select ${electionId}, name, kind,
         (select id from forms where election_id = ${electionId} and code = form),
         (select min(question_id) from published_options o join forms f on f.election_id = o.election_id and f.id = o.form_id
           where o.election_id = ${electionId} and f.code = question),
         case when after is null then $1::timestamptz + hours * interval '1 hour' end, after, for_station
    from (values ('Sosire', 'arrival', null, null, null, 30, false),
                 ('Date despre secție', 'station-info', null, null, -12, null, false),
                 ('Deschidere', 'form', 'A', null, -11, null, false),
                 ('Urna', 'question', null, 'A', -10, null, true),
                 ('Votarea', 'form', 'B', null, -2, null, false),
                 ('Numărarea', 'form', 'C', null, 24 * 30, null, false))
         m (name, kind, form, question, hours, after, for_station)`
