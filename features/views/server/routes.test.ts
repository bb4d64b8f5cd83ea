import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { accounts } from '#features/accounts/contract.ts'
import { history } from '#features/history/contract.ts'
import { session } from '#features/session/contract.ts'
import { type Person, passwords, person, stage } from '#testing/stage.ts'
import { views } from '../contract.ts'
import { keep } from './testing.ts'

const set = stage()

const namesSeenBy = async (person: Person) =>
  (await person.call(views.list)).map(({ name }) => name)

test('lists own views, those of the organisation and those for everybody, by name', async () => {
  const { ana, rodica, calin } = await set()
  await keep(ana, { name: 'Țările', sharing: 'everybody' })
  await keep(ana, { name: 'Ale mele' })
  await keep(ana, { name: 'Ale noastre', sharing: 'organisation' })
  await keep(calin, { name: 'Ale lor', sharing: 'organisation' })

  expect(await namesSeenBy(ana)).toEqual(['Ale mele', 'Ale noastre', 'Țările'])
  expect(await namesSeenBy(rodica)).toEqual(['Ale noastre', 'Țările'])
  expect(await namesSeenBy(calin)).toEqual(['Ale lor', 'Țările'])
  expect((await ana.call(views.list))[0]).toMatchObject({
    ...{ list: '/answers', search: 'urgente=true', author: 'ana', isOwn: true },
  })
})

test('shares with everybody for accounts that see everything alone', async () => {
  const { calin, sanda, gelu } = await set()

  for (const person of [calin, sanda])
    await expect(keep(person, { sharing: 'everybody' })).rejects.toMatchObject({
      ...{ code: 'request.invalid', details: { errors: { sharing: [expect.any(String)] } } },
    })
  await expect(keep(gelu)).rejects.toMatchObject({ code: 'session.forbidden' })
})

test.each([
  ['a page that is no list', { list: '/settings' as '/answers' }, 'list'],
  ['an empty name', { name: '  ' }, 'name'],
])('refuses %s', async (_, but, field) => {
  const { ana } = await set()

  const refused = await keep(ana, but).catch((problem) => problem)

  expect(refused).toMatchObject({ code: 'request.invalid' })
  expect(JSON.stringify(refused.details)).toContain(field)
})

test('deletes and restores a view for its author alone', async () => {
  const { ana, rodica } = await set()
  const params = { params: { id: await keep(ana) } }
  await expect(rodica.call(views.remove, params)).rejects.toMatchObject({ code: 'thing.not-found' })

  await ana.call(views.remove, params)

  expect(await namesSeenBy(ana)).toEqual([])
  await expect(rodica.call(views.restore, params)).rejects.toMatchObject({
    code: 'thing.not-found',
  })
  await ana.call(views.restore, params)
  expect(await namesSeenBy(ana)).toEqual(['Semnalate'])
})

test('deletes a shared view for accounts that see everything too', async () => {
  const { ana, rodica, calin } = await set()
  const params = { params: { id: await keep(ana, { sharing: 'everybody' }) } }
  await expect(calin.call(views.remove, params)).rejects.toMatchObject({ code: 'thing.not-found' })

  await rodica.call(views.remove, params)

  expect(await namesSeenBy(calin)).toEqual([])
})

test('deletes what a colleague shared who left, in every organisation', async () => {
  const { ana, calin, database, stranger, app } = await set()
  await database.write((tx) =>
    sql`insert into staff (ngo_id, account, account_key, password_hash, role)
        select ngo_id, 'cora', 'cora', password_hash, 'reviewer' from staff where account = 'calin'`.execute(
      tx,
    ),
  )
  const body = { user: 'cora', password: passwords.calin }
  const { access_token } = await stranger.call(session.authorize, { body })
  const id = await keep(
    person(app, async () => access_token),
    { name: 'A Corei', sharing: 'organisation' },
  )
  const cora = (await ana.call(accounts.list)).find(({ account }) => account === 'cora')
  await ana.call(accounts.remove, { params: { id: cora!.id }, query: {} })
  await expect(ana.call(views.remove, { params: { id } })).rejects.toMatchObject({
    code: 'thing.not-found',
  })

  expect(await calin.call(views.list)).toMatchObject([{ name: 'A Corei', mayDelete: true }])
  await calin.call(views.remove, { params: { id } })

  expect(await namesSeenBy(calin)).toEqual([])
})

test('records views in history without their names', async () => {
  const { ana } = await set()
  const id = await keep(ana, { name: 'Ioana Pop' })
  await ana.call(views.remove, { params: { id } })

  const { data } = await ana.call(history.list, { query: { subject: 'views' } })

  expect(data.map(({ act, after }) => [act, after])).toEqual([
    ['views.deleted', null],
    ['views.kept', { list: '/answers', sharing: 'own' }],
  ])
  expect(JSON.stringify(data)).not.toContain('Ioana')
})
