// @module-tag slow
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { phoneAt } from '#apps/cli/phone.ts'
import { history } from '#features/history/contract.ts'
import { tamper, writeLines } from '#features/history/server/testing.ts'
import { pollOptions } from '#testing/polling.ts'
import { admin, installations, signIn } from '#testing/programs/installation.ts'
import { programs } from '#testing/programs/process.ts'

// Several programs start in each test.
vi.setConfig({ testTimeout: 90_000 })

const install = installations()
const { folder, start, run, fail } = programs()

test('reports an intact chain or where it breaks, and recognises old heads', async () => {
  const { database, environment } = await install()
  const DATA_DIR = await folder()
  const server = await start({ ...environment, DATA_DIR })
  const token = await signIn(server.url, admin)
  await writeLines(database, 20)
  const phone = phoneAt(server.url, { forMs: 0 })
  const head = await vi.waitFor(async () => {
    const { head, waiting } = await phone(history.head, {}, token)
    expect(waiting).toBe(0)
    return head!
  }, pollOptions)
  await server.stop()
  await mkdir(DATA_DIR, { recursive: true })
  const file = join(DATA_DIR, 'head.json')
  await writeFile(file, JSON.stringify(head))

  const output = await run('verify', [file], { ...environment, DATA_DIR })
  expect(output.split('\n')).toEqual([
    `${head.position} lines, chain intact, head ${head.hash}`,
    '0 reports, notes and messages are as history says, and so are their counts',
    '0 attachments are unchanged',
    '',
  ])

  const cut = sql`delete from history_seals where position = ${head.position}`
  await tamper(database, cut)
  const shorter = await fail('verify', [file], { ...environment, DATA_DIR })
  expect(shorter).toMatchObject({ code: 1, output: expect.stringContaining('it was cut') })

  await tamper(
    database,
    sql`update history set actor_name = 'altcineva' where act = 'test.written'
                               and subject_id = 5`,
  )
  const broken = await fail('verify', [], { ...environment, DATA_DIR })
  expect(broken.code).toBe(1)
  expect(broken.output).toMatch(/^\d+ lines fit, then:\nlink \d+ is broken: line \d+ was altered\n/)

  const nonsense = await fail('verify', [join(DATA_DIR, 'none.json')], { ...environment, DATA_DIR })
  expect(nonsense).toMatchObject({ code: 1, output: expect.stringContaining('none.json') })
})
