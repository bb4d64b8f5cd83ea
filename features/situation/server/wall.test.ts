import { expect, test } from 'vitest'
import { aiud, answerOf, send } from '#features/answers/server/testing.ts'
import { elections } from '#features/elections/contract.ts'
import { make, prepare } from '#features/elections/server/testing.ts'
import { history } from '#features/history/contract.ts'
import { notes } from '#features/notes/contract.ts'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { readReply } from '#kit/contract/wire.ts'
import { pollOptions } from '#testing/polling.ts'
import { type Stage, stage } from '#testing/stage.ts'
import { situation, wall, wallLinks } from '../contract.ts'

const set = stage()

async function link({ ana }: Stage, name = 'Sala mare') {
  const made = await ana.call(wallLinks.make, { body: { name } })
  return { id: made.id, token: made.link.slice(-43), address: made.link }
}

/** Calls with the token of a link. */
async function readBy<E extends Endpoint>(cast: Stage, token: string, endpoint: E) {
  await cast.figures()
  const headers = { authorization: `Bearer ${token}` }
  const { statusCode, body } = await cast.stranger.send({ url: endpoint.path, headers })
  return readReply(endpoint, statusCode, body)
}

const ended = { code: 'thing.not-found' }

/** Opens the event stream of a link. */
async function openWall(cast: Stage, token: string) {
  const url = await cast.listen()
  const headers = { authorization: `Bearer ${token}` }
  const { body } = await fetch(url + wall.live.path, { headers })
  const stream = { text: '', isOver: false }
  void (async () => {
    const decoder = new TextDecoder()
    for await (const chunk of body as ReadableStream<Uint8Array>)
      stream.text += decoder.decode(chunk, { stream: true })
  })().finally(() => {
    stream.isOver = true
  })
  await expect.poll(() => stream.text, pollOptions).toContain(':')
  return stream
}

test('shows the whole election’s figures without names or words', async () => {
  const cast = await set()
  const { token, address } = await link(cast)
  await send(cast.bogdan, answerOf(cast, aiud, 'A1.1', 'Nu'))
  await cast.bogdan.call(notes.write, { body: { ...aiud, text: 'Coadă mare' } })

  const shown = await readBy(cast, token, wall.read)

  expect(address).toMatch(/\/wall#[\w-]{43}$/)
  const { urgent, ...figures } = await cast.ana.call(situation.read)
  expect(shown).toMatchObject({ ...figures, election: 'Alegeri de probă' })
  expect(shown.urgent).toMatchObject([{ county: 'Alba', flagged: 1, notes: 1 }])
  expect(urgent).toHaveLength(1)
  expect(JSON.stringify(shown)).not.toMatch(/Coadă|Bogdan|Pop|pollingStationId|observerId/)
  const drawn = await readBy(cast, token, wall.map)
  expect(drawn.areas.map(({ code, visited }) => `${code} ${visited}`)).toEqual(['AB 1', 'CJ 0'])
})

test('withdrawing a link blocks it and ends its open screens, until it is restored', async () => {
  const cast = await set()
  const { id, token } = await link(cast)
  const other = await link(cast, 'Presa')
  const screen = await openWall(cast, token)
  await readBy(cast, token, wall.read)

  await cast.ana.call(wallLinks.withdraw, { params: { id } })

  await expect.poll(() => screen.isOver, pollOptions).toBe(true)
  for (const endpoint of [wall.read, wall.map, wall.live])
    await expect(readBy(cast, token, endpoint as typeof wall.read)).rejects.toMatchObject(ended)
  await readBy(cast, other.token, wall.read)
  expect((await cast.ana.call(wallLinks.list)).map(({ name }) => name)).toEqual(['Presa'])
  await cast.ana.call(wallLinks.restore, { params: { id } })
  expect((await readBy(cast, token, wall.read)).election).toBe('Alegeri de probă')
  const { data } = await cast.ana.call(history.list, { query: { subject: 'wall_links' } as never })
  expect(data.map(({ act }) => act).filter((act) => act.startsWith('wall-links'))).toEqual(
    expect.arrayContaining(['wall-links.made', 'wall-links.withdrawn', 'wall-links.restored']),
  )
})

test('tells a wall of a counted change, without details', async () => {
  const cast = await set()
  const { token } = await link(cast)
  const screen = await openWall(cast, token)

  await send(cast.bogdan, answerOf(cast, aiud, 'A1.1', 'Da'))
  expect(screen.text).not.toContain('wall.moved')
  await cast.figures()

  await expect.poll(() => screen.text, pollOptions).toContain('wall.moved')
  expect(screen.text).not.toMatch(/observerId|pollingStationId|answers/)
})

test('shows only the link’s own election, and only while that is current', async () => {
  const cast = await set()
  const { token } = await link(cast)
  const screen = await openWall(cast, token)
  const former = (await cast.ana.call(elections.current)).id
  const next = await prepare(cast)

  await make(cast, next)

  await expect.poll(() => screen.isOver, pollOptions).toBe(true)
  await expect(readBy(cast, token, wall.read)).rejects.toMatchObject(ended)
  expect(await cast.ana.call(wallLinks.list)).toEqual([])
  await cast.ana.call(elections.archive, { params: { id: former } })
  await expect(readBy(cast, token, wall.read)).rejects.toMatchObject(ended)
})

test('shows a link’s last use to the minute, and refuses unknown links', async () => {
  const cast = await set()
  const { token } = await link(cast)
  const used = async () => (await cast.ana.call(wallLinks.list))[0]?.usedAt
  expect(await used()).toBe(null)

  await readBy(cast, token, wall.read)

  expect(await used()).toEqual(cast.clock.now)
  const first = cast.clock.now
  cast.clock.now = new Date(first.getTime() + 30_000)
  await readBy(cast, token, wall.read)
  expect(await used()).toEqual(first)
  for (const wrong of ['', 'x'.repeat(43), `${token}x`, (await cast.ana.token()) ?? ''])
    await expect(readBy(cast, wrong, wall.read)).rejects.toMatchObject(ended)
})
