// @module-tag slow
import { expect, test } from 'vitest'
import { openDatabase } from '#database/open.ts'
import { answers } from '#features/answers/contract.ts'
import { untilCounted } from '../counting.ts'
import { listChoices } from '../data/data.ts'
import { addressOf, firstFree, stationOf } from '../data/shape.ts'
import { evenings } from '../testing.ts'
import { chosen, oneStatement, pairsSequence } from './one-statement.ts'

const set = evenings()

/** All rows of a visit, without their unique values. */
const rowsOf = (visit: string) => `
  select (select to_jsonb(v) - '{id,observer_id,ngo_id,polling_station_id,county_id,last_modified}'::text[]
            from visits v where id = ${visit}) as visit,
         (select jsonb_agg(to_jsonb(n) - '{visit_id,received_at}'::text[] order by option_id)
            from answers n where visit_id = ${visit}) as answers,
         (select jsonb_agg((to_jsonb(h) - '{id,at,actor_id,actor_name,subject_id,salt}'::text[])
                            #- '{after,0,pollingStationId}')
            from history h where subject = 'visits' and subject_id = ${visit}) as history,
         (select max(n.received_at) = v.last_modified from answers n, visits v
           where n.visit_id = ${visit} and v.id = ${visit} group by v.last_modified) as at_once`
const newest = '(select max(id) from visits)'
const counts = `
  select (select sum(answered) from station_counts) as answered,
         (select sum(flagged) from station_counts) as flagged,
         (select sum(reports) from report_counts) as reports,
         (select sum(flagged) from report_counts) as flagged_in_time`

test('pgbench’s one statement writes and marks what a report does', async () => {
  const { ask, url, shape, observer } = await set()
  const database = openDatabase({ url, connections: 1 })
  const [form] = await listChoices(database).finally(() => database.close())
  if (!form) throw new Error('There is no form')
  const growth = async (act: () => Promise<unknown>) => {
    const [before] = await ask(counts)
    await act()
    await untilCounted(url)
    const [after] = await ask(counts)
    return Object.keys(after).map((name) => after[name] - before[name])
  }

  const station = addressOf(stationOf(shape, 3, firstFree(shape)))
  const { call, token } = await observer(3)
  const drafts = chosen(form).map(({ questionId, optionId }) => ({
    ...station,
    questionId,
    options: [{ optionId }],
  }))
  const byReport = await growth(() => call(answers.send, { body: { answers: drafts } }, token))
  const ofReport = await ask(rowsOf(newest))
  await ask(pairsSequence)
  const byStatement = await growth(() => ask(oneStatement(shape, form, 'told')))
  const ofStatement = await ask(rowsOf(newest))

  expect(byReport).toEqual([10, 1, 1, 1])
  expect(byStatement).toEqual(byReport)
  expect(ofStatement).toEqual(ofReport)
})
