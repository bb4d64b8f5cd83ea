import { sql } from 'kysely'
import { expect, expectTypeOf, test } from 'vitest'
import * as z from 'zod'
import type { Db, Tx } from '#database/open.ts'
import { answers, ListedThread } from '#features/answers/contract.ts'
import { listThreads } from '#features/answers/server/queries.ts'
import type { forms } from '#features/forms/contract.ts'
import { listForms } from '#features/forms/server/queries.ts'
import type { session } from '#features/session/contract.ts'
import { revokeSession } from '#features/session/server/own-queries.ts'
import { insertSession } from '#features/session/server/sign-in/sign-in-queries.ts'
import { copy } from '#kit/contract/copy.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { Problem } from '#kit/contract/problem.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { ObserverWho, Scope, Staff, Who } from '#kit/contract/who.ts'
import { type Call, serve } from '#kit/server/http/serve.ts'
import type { Server } from '#kit/server/http/server.ts'
import { stage } from '#testing/stage.ts'

const set = stage()

test('refuses to compile what the architecture forbids', () => {
  const forbidden = (db: Db, tx: Tx, scope: Scope, ngoId: Id<'ngos'>, server: Server) => {
    const filter = { draft: false, diaspora: true, deleted: false }
    // Allowed; each call below differs from an allowed one by a word.
    void listForms(db, scope, filter)
    void revokeSession(tx, 'id', new Date())
    // @ts-expect-error a write needs a transaction
    void revokeSession(db, 'id', new Date())
    // @ts-expect-error a reader cannot delete
    db.deleteFrom('visits')
    // @ts-expect-error a reader cannot insert
    db.insertInto('visits')
    // @ts-expect-error a reader cannot update
    db.updateTable('visits')
    // @ts-expect-error an organisation's id is not proof that the caller belongs to it
    void listForms(db, ngoId, filter)
    // @ts-expect-error nor is an object of the same shape
    void listForms(db, { electionId: scope.electionId, ngoId: null }, filter)
    // @ts-expect-error a list of one organisation's things cannot be asked for without proof
    void listThreads(db, { timezone: 'UTC' }, { page: 1, pageSize: 1 })
    // @ts-expect-error two tables' ids do not mix
    const visit: Id<'visits'> = 1 as Id<'observers'>
    // @ts-expect-error nor does a number become an id by itself
    const observer: Id<'observers'> = 1
    const owner = { electionId: scope.electionId, observerId: visit }
    const moments = { createdAt: new Date(), expiresAt: new Date() }
    const begun = { id: 'id', ...moments, address: '', userAgent: '' }
    // @ts-expect-error a session is an observer's, not a visit's
    void insertSession(tx, owner, begun)
    // @ts-expect-error an endpoint must say who may call it
    endpoint({ method: 'GET', path: '/x', summary: 'Says x', reply: z.string() })
    // @ts-expect-error and what it does
    endpoint({ method: 'GET', path: '/x', access: 'anyone', reply: z.string() })
    // @ts-expect-error a sentence must be said in every language
    copy({ hello: { en: 'Hello' } })
    // @ts-expect-error Romanian counts in three forms
    copy({ notes: { en: { one: '', other: '' }, ro: { one: '', other: '' } } })
    // @ts-expect-error a problem's details belong to its code
    new Problem('request.too-many', { seconds: 1 })
    // @ts-expect-error a problem that has details needs them
    new Problem('request.too-many')
    // @ts-expect-error a code must be in the catalogue
    new Problem('request.odd')
    // @ts-expect-error a handler returns the contract’s type
    serve(server, answers.send, async () => ({ threads: [] }).threads)
    // @ts-expect-error a page of a list cannot be left out
    serve(server, answers.list, async () => ({ threads: [] }))
    return observer
  }
  expect(forbidden).toBeTypeOf('function')
  expectTypeOf<Call<typeof answers.list>['db']>().toEqualTypeOf<Db>()
  expectTypeOf<Call<typeof answers.send>['db']>().toEqualTypeOf<Tx>()
})

test('gives a handler the caller type that its endpoint asks for', () => {
  expectTypeOf<Call<typeof answers.send>['who']>().toEqualTypeOf<ObserverWho>()
  expectTypeOf<Call<typeof answers.list>['who']>().toEqualTypeOf<Staff>()
  expectTypeOf<Call<typeof forms.list>['who']>().toEqualTypeOf<Who>()
  expectTypeOf<Call<typeof session.authorize>['who']>().toEqualTypeOf<null>()
})

test.each([
  'delete from visits',
  "insert into ngos (name, short_name) values ('x', 'x')",
  'truncate visits',
])('refuses to write through the database of a GET: %s', async (statement) => {
  const { database } = await set()

  await expect(sql.raw(statement).execute(database.db)).rejects.toMatchObject({ code: '25006' })
})

test.each(["update history set act = 'x'", 'delete from history', 'truncate history'])(
  'history is only ever added to: %s is refused',
  async (statement) => {
    const { ana, database } = await set()
    await ana.token()

    await expect(database.write((tx) => sql.raw(statement).execute(tx))).rejects.toThrow(
      'history is only ever added to',
    )
  },
)

test('sends only those fields of a reply that its contract names', async () => {
  const { ana, bogdan, field } = await set()
  const draft = {
    countyCode: 'AB',
    municipalityCode: 'AB1',
    pollingStationNumber: 1,
    questionId: field.questionId('A1.1'),
    options: [{ optionId: field.optionId('A1.1', 'Nu') }],
  }
  await bogdan.call(answers.send, { body: { answers: [draft] } })

  const reply = (await ana.send({ url: '/api/v1/answers' })).json()

  expect(Object.keys(reply.threads[0]).sort()).toEqual(Object.keys(ListedThread.shape).sort())
})

test('fails a reply that breaks its contract, without revealing its content', async () => {
  const { ana, database } = await set()
  await ana.token()
  await database.write((tx) =>
    tx
      .updateTable('elections')
      .set({ levelNames: JSON.stringify('secret') })
      .execute(),
  )

  const reply = await ana.send({ url: '/api/v1/election' })

  expect([reply.statusCode, reply.json().code]).toEqual([500, 'server.failed'])
  expect(reply.body).not.toContain('secret')
})

test('rolls back a handler that fails half way', async () => {
  const { database } = await set()
  const add = { name: 'Half', shortName: 'H' }

  const failing = database.write(async (tx) => {
    await tx.insertInto('ngos').values(add).execute()
    throw new Error('half way')
  })

  await expect(failing).rejects.toThrow('half way')
  const rows = await database.primary
    .selectFrom('ngos')
    .select('id')
    .where('name', '=', 'Half')
    .execute()
  expect(rows).toEqual([])
})

test('forbids unused browser features in every reply', async () => {
  const { stranger } = await set()

  const { headers } = await stranger.send({ url: '/config.json' })

  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining("default-src 'self'"),
  })
})
