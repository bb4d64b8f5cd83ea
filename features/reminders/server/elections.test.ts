// @module-tag slow
import { expect, test } from 'vitest'
import { elections } from '#features/elections/contract.ts'
import { currentId, make, practise, prepare } from '#features/elections/server/testing.ts'
import { milestones } from '#features/milestones/contract.ts'
import { figuresSettled } from '#features/milestones/server/testing.ts'
import { reminders } from '../contract.ts'
import { comes, ends, remind, reminding, sent } from './testing.ts'

const { setMorning, arrived } = reminding()

test('sends reminders again after the rehearsal has started for real', async () => {
  const cast = await setMorning()
  const { ana } = cast
  await practise(cast)
  await remind(cast, {})
  await comes(cast, '11:30')
  await arrived(2)

  await ana.call(elections.start, { params: { id: await currentId(cast) } })
  const params = { id: cast.milestoneId }
  await ana.call(milestones.edit, { params, body: { dueAt: '2026-11-22 16:00' } })
  await figuresSettled(cast)
  await comes(cast, '15:30')

  expect(await sent(cast)).toEqual([
    'ana: Termen, {name}: {station} până la 16:00, 2',
    'ana: Termen, {name}: {station} până la 12:00, 2',
  ])
})

test('sends reminders again in an unarchived election that is made current', async () => {
  const cast = await setMorning()
  const { ana } = cast
  await remind(cast, {})
  const id = await currentId(cast)
  await make(cast, await prepare(cast))
  await ana.call(elections.archive, { params: { id } })
  await ends(cast)
  await ana.call(elections.reopen, { params: { id } })
  await make(cast, id)
  await comes(cast, '11:30')

  expect(await sent(cast)).toEqual(['ana: Termen, {name}: {station} până la 12:00, 2'])
  expect(await ana.call(reminders.list)).toMatchObject([{ next: null }])
})
