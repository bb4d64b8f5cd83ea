// @module-tag slow
import { expect, test } from 'vitest'
import { answers } from '#features/answers/contract.ts'
import { notes } from '#features/notes/contract.ts'
import { untilCounted } from '../counting.ts'
import { evenings } from '../testing.ts'
import { addressOf, visitOf } from './shape.ts'

const set = evenings()

test('generates what a server would have stored, so sending it again changes nothing', async () => {
  const { ask, shape, observer } = await set()
  const visit = visitOf(shape, 0)
  const { call, token } = await observer(visit.observer)
  const address = addressOf(visit.station)
  const chosen = await ask('select question_id, option_id from answers where visit_id = 1')
  const [note] = await ask('select question_id, text from notes where visit_id = 1')
  const sent = `select count(*)::integer as total from history where actor_role = 'observer'
    and act in ('answers.received', 'notes.received')`
  const before = await ask(sent)

  const drafts = chosen.map(({ question_id: questionId, option_id: optionId }) => ({
    ...address,
    questionId,
    options: [{ optionId }],
  }))
  await call(answers.send, { body: { answers: drafts } }, token)
  const body = { ...address, questionId: note?.question_id, text: note?.text }
  await call(notes.write, { body }, token)

  expect(chosen).toHaveLength(20)
  expect(await ask(sent)).toEqual(before)
})

/** The number of rows whose count differs from the data. */
const miscounted = `
  select (select count(*)::integer from visits v where answered || '/' || flagged <> (
           select count(distinct question_id) || '/' || count(*) filter (where is_flagged)
             from answers n where n.visit_id = v.id)
             or v.notes <> (select count(*) from notes n where n.visit_id = v.id)) as visits,
         (select count(*)::integer
            from (select v.polling_station_id, v.ngo_id, n.form_id, count(*) as answered,
                         count(*) filter (where n.is_flagged) as flagged
                    from answers n join visits v on v.id = n.visit_id group by 1, 2, 3) n
            full join station_counts c using (polling_station_id, ngo_id, form_id)
           where (c.answered, c.flagged) is distinct from (n.answered, n.flagged)) as stations,
         (select count(*)::integer
            from (select o.id as observer_id, count(v.id) as visits, coalesce(sum(v.notes), 0) as notes,
                         max(v.last_modified) as last_seen
                    from observers o left join visits v on v.observer_id = o.id group by 1) o
            left join observer_counts c using (observer_id)
           where (c.visits, c.notes, c.last_seen) is distinct from (o.visits, o.notes, o.last_seen)) as observers,
         (select count(*)::integer
            from (select floor(extract(epoch from received_at) / 900)::integer as quarter, ngo_id,
                         count(*) as reports
                    from (select distinct n.visit_id, v.ngo_id, n.received_at
                            from answers n join visits v on v.id = n.visit_id) r group by 1, 2) r
            full join report_counts c using (quarter, ngo_id)
           where c.reports is distinct from r.reports) as quarters`
const none = { visits: 0, stations: 0, observers: 0, quarters: 0 }

test('keeps the counts right before and after a server continues counting', async () => {
  const { ask, url, shape, observer } = await set()
  expect(await ask(miscounted)).toEqual([none])

  const visit = visitOf(shape, 0)
  const { call, token } = await observer(visit.observer)
  const address = addressOf(visit.station)
  const [option] = await ask('select question_id, id from options where is_flagged')
  const draft = { questionId: option?.question_id, options: [{ optionId: option?.id }] }
  // Other than before: it was answered with one of the first three.
  await call(answers.send, { body: { answers: [{ ...address, ...draft }] } }, token)

  await untilCounted(url)
  expect(await ask(miscounted)).toEqual([none])
})

test('generates every kind of row in the proportions of the full size', async () => {
  const { ask } = await set()
  const [counted] = await ask(`
    select (select count(*)::integer from polling_stations) as stations,
           (select count(*)::integer from observers) as observers,
           (select count(*)::integer from answers) as answers,
           (select count(*)::integer from notes) as notes`)

  expect(counted).toEqual({ stations: 50, observers: 20, answers: 5000, notes: 200 })
})
