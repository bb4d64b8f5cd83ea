import { expect, test } from 'vitest'
import { aiud } from '#features/answers/server/testing.ts'
import { visits } from '#features/visits/contract.ts'
import { stage } from '#testing/stage.ts'
import { unplaced } from '../contract.ts'
import { acts, listed, newest, nowhere, place } from './testing.ts'

const set = stage()

test('removes dismissed reports from the list, and restores them', async () => {
  const cast = await set()
  const { ana, bogdan } = cast
  await bogdan.call(visits.report, { body: { ...nowhere, urbanArea: true } })
  const params = { id: await newest(ana) }

  await ana.call(unplaced.dismiss, { params })

  expect(await listed(ana)).toEqual([])
  const row = { ...params, dismissedAt: cast.clock.now, settledBy: 'ana', placedAt: null }
  expect(await listed(ana, 'dismissed')).toMatchObject([row])
  const refusal = { code: 'unplaced.settled' }
  await expect(ana.call(unplaced.dismiss, { params })).rejects.toMatchObject(refusal)
  const placing = ana.call(unplaced.place, { params, body: { station: aiud } })
  await expect(placing).rejects.toMatchObject(refusal)

  await ana.call(unplaced.restore, { params })

  expect(await listed(ana)).toMatchObject([{ ...params, dismissedAt: null, settledBy: null }])
  await expect(ana.call(unplaced.restore, { params })).rejects.toMatchObject({
    code: 'thing.not-found',
  })
  expect((await acts(cast)).map(({ act }) => act)).toEqual([
    'unplaced.dismissed',
    'unplaced.restored',
  ])
})

test('refuses to dismiss or restore reports of another organisation’s observers', async () => {
  const cast = await set()
  const { ana, calin, bogdan } = cast
  await bogdan.call(visits.report, { body: { ...nowhere, urbanArea: true } })
  const params = { id: await newest(ana) }
  const gone = { code: 'thing.not-found' }

  await expect(calin.call(unplaced.dismiss, { params })).rejects.toMatchObject(gone)
  await ana.call(unplaced.dismiss, { params })
  await expect(calin.call(unplaced.restore, { params })).rejects.toMatchObject(gone)
  await expect(bogdan.call(unplaced.dismiss, { params })).rejects.toMatchObject({
    code: 'session.forbidden',
  })
  expect(await listed(ana, 'dismissed')).toHaveLength(1)
})

test('announces unmatched reports and their outcome to screens', async () => {
  const cast = await set()
  const url = await cast.listen()
  const headers = { authorization: `Bearer ${await cast.ana.token()}` }
  const stream = await fetch(`${url}/api/live`, { headers })

  await cast.bogdan.call(visits.report, { body: { ...nowhere, urbanArea: true } })
  await place(cast.ana, { station: aiud })

  let heard = ''
  for await (const chunk of stream.body!) {
    heard += new TextDecoder().decode(chunk as Uint8Array)
    if (heard.split('event: unplaced.changed').length > 2) break
  }
  expect(heard).toContain('event: visits.reported')
})
