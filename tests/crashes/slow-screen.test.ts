// @module-tag slow
import { once } from 'node:events'
import { connect } from 'node:net'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { pollOptions } from '#testing/polling.ts'
import { admin, installations, openScreen, signIn } from '#testing/programs/installation.ts'
import { programs } from '#testing/programs/process.ts'

const install = installations()
const { folder, start } = programs()

/** The number of screens that get the server's events. */
async function countScreens(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  return Number(/^veghe_live_streams (\d+)$/m.exec(text)?.[1])
}

test('disconnects a screen that does not read before memory fills, and serves the others', async () => {
  const { database, environment } = await install()
  const { url } = await start({ ...environment, DATA_DIR: await folder() })
  const token = await signIn(url, admin)
  const screen = await openScreen(url, token)
  const slow = connect(Number(new URL(url).port), '127.0.0.1')
  slow.on('error', () => undefined)
  slow.write(`GET /api/live HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\n\r\n`)
  await once(slow, 'data')
  slow.pause()
  await vi.waitFor(() => expect(countScreens(url)).resolves.toBe(2), pollOptions)
  const { id: electionId } = await database.primary
    .selectFrom('elections')
    .select('id')
    .executeTakeFirstOrThrow()
  const payload = JSON.stringify({
    name: 'storm',
    electionId,
    ngoId: null,
    payload: 'x'.repeat(7000),
  })

  // More than the network and the server buffer together for a reader.
  let received = 0
  for (; (await countScreens(url)) === 2; received += 500) {
    expect(received).toBeLessThan(20_000)
    await sql`select pg_notify('veghe', ${payload} || repeat(' ', nth)) from generate_series(1, 500) as nth`
      .execute(database.primary)
      .catch(() => undefined)
    await vi.waitFor(() => expect(screen.heard.length).toBe(received + 500), pollOptions)
  }

  expect(await countScreens(url)).toBe(1)
  slow.destroy()
  screen.close()
})
