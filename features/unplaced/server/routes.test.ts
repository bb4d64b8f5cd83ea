import { expect, test } from 'vitest'
import { answers } from '#features/answers/contract.ts'
import { notes } from '#features/notes/contract.ts'
import { visits } from '#features/visits/contract.ts'
import { stage } from '#testing/stage.ts'
import { unplaced } from '../contract.ts'

const set = stage()
const nowhere = { countyCode: 'XX', pollingStationNumber: 7 }

test('shows staff unplaced reports word for word, newest first, with contacts', async () => {
  const { ana, bogdan, clock, field } = await set()
  await bogdan.call(visits.report, { body: { ...nowhere, urbanArea: true } })
  clock.now = new Date(clock.now.getTime() + 1000)
  await bogdan.call(notes.write, { body: { ...nowhere, text: 'Coadă' } })
  clock.now = new Date(clock.now.getTime() + 1000)
  const draft = { ...nowhere, questionId: field.questionId('A1.1'), options: [{ optionId: 1 }] }
  await bogdan.call(answers.send, { body: { answers: [draft] } })

  const { data, totalItems } = await ana.call(unplaced.list, { query: {} })

  expect(totalItems).toBe(3)
  expect(data).toMatchObject([
    { kind: 'answer', reason: 'no-such-station', sent: { questionId: draft.questionId } },
    { kind: 'note', sent: { text: 'Coadă', countyCode: 'XX' } },
    { kind: 'station-info', sent: { urbanArea: true }, observerName: 'Bogdan Pop' },
  ])
  expect((await ana.call(unplaced.list, { query: { page: 2, pageSize: 2 } })).data).toHaveLength(1)
})

test('limits an organisation’s administrator to reports of their own observers', async () => {
  const { bogdan, calin, dana } = await set()
  await bogdan.call(visits.report, { body: { ...nowhere, urbanArea: true } })
  await dana.call(visits.report, { body: { ...nowhere, urbanArea: false } })

  const { data } = await calin.call(unplaced.list, { query: {} })

  expect(data).toMatchObject([{ observerName: 'Dana Ionescu', sent: { urbanArea: false } }])
})

test('refuses observers and callers without a session', async () => {
  const { bogdan, stranger } = await set()

  await expect(bogdan.call(unplaced.list, { query: {} })).rejects.toMatchObject({
    code: 'session.forbidden',
  })
  await expect(stranger.call(unplaced.list, { query: {} })).rejects.toMatchObject({
    code: 'session.missing',
  })
})
