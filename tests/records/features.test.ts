import { readdir } from 'node:fs/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { electionHooks, features } from '#apps/server/features.ts'
import { stage } from '#testing/stage.ts'
import { features as order } from '../../tools/checks/structure.ts'

const set = stage()

test('serves every feature folder, in the order in which features may use each other', async () => {
  const folders = await readdir(new URL('../../features', import.meta.url))

  expect(features.map(({ name }) => name)).toEqual(order)
  expect(folders.sort()).toEqual(features.map(({ name }) => name).sort())
})

test('empties referring tables before the tables that they refer to', async () => {
  const { database } = await set()
  const { emptied, reports } = electionHooks
  const tables = [...reports.tables, ...emptied.flatMap(({ tables: own }) => own)]

  const { rows } = await sql<{ from: string; to: string }>`
    select conrelid::regclass::text as "from", confrelid::regclass::text as "to"
      from pg_constraint
     where contype = 'f' and confdeltype = 'a' and conrelid <> confrelid`.execute(database.primary)

  const early = rows.filter(
    ({ from, to }) =>
      tables.includes(from) && tables.includes(to) && tables.indexOf(from) > tables.indexOf(to),
  )
  expect(early).toEqual([])
})
