import { expect, test } from 'vitest'
import { answers } from '#features/answers/contract.ts'
import { notes } from '#features/notes/contract.ts'
import { evenings } from '../testing.ts'
import { addressOf, visitOf } from './shape.ts'

const set = evenings()

test('what was made is what a server would have stored: sent again, it changes nothing', async () => {
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

/** How many rows count something else than what is there. */
const miscounted = `
  select (select count(*)::integer from visits v where answered || '/' || flagged <> (
           select count(distinct question_id) || '/' || count(*) filter (where is_flagged)
             from answers n where n.visit_id = v.id)
             or v.notes <> (select count(*) from notes n where n.visit_id = v.id)) as visits,
         (select count(*)::integer from station_counts c where answered || '/' || flagged <> (
           select count(*) || '/' || count(*) filter (where is_flagged)
             from answers n join visits v on v.id = n.visit_id
            where v.polling_station_id = c.polling_station_id and v.ngo_id = c.ngo_id
              and n.form_id = c.form_id)) as stations,
         (select (select sum(reports) from report_counts) -
                 count(*) from history where act = 'answers.received') as reports`

test('the counts are right, and stay right when a server goes on counting', async () => {
  const { ask, shape, observer } = await set()
  expect(await ask(miscounted)).toEqual([{ visits: 0, stations: 0, reports: '0' }])

  const visit = visitOf(shape, 0)
  const { call, token } = await observer(visit.observer)
  const address = addressOf(visit.station)
  const [option] = await ask('select question_id, id from options where is_flagged')
  const draft = { questionId: option?.question_id, options: [{ optionId: option?.id }] }
  // Other than before: it was answered with one of the first three.
  await call(answers.send, { body: { answers: [{ ...address, ...draft }] } }, token)

  expect(await ask(miscounted)).toEqual([{ visits: 0, stations: 0, reports: '0' }])
})

test('all of it is there, in the proportions of the full size', async () => {
  const { ask } = await set()
  const [counted] = await ask(`
    select (select count(*)::integer from polling_stations) as stations,
           (select count(*)::integer from observers) as observers,
           (select count(*)::integer from answers) as answers,
           (select count(*)::integer from notes) as notes`)

  expect(counted).toEqual({ stations: 50, observers: 20, answers: 5000, notes: 200 })
})
