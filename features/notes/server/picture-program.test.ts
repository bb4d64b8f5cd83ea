import { expect, onTestFinished, test } from 'vitest'
import { createApp, type Outside } from '#apps/server/app.ts'
import { type Stage, stage } from '#apps/server/testing.ts'
import { storedFiles } from './testing.ts'
import { attach, flood, open, pathOf, photograph } from './testing-pictures.ts'

const set = stage()

/** Another server on the same database and the same files. */
async function anotherServer({ outside }: Stage, differs: Partial<Outside>) {
  const { http, close } = await createApp({ ...outside, ...differs })
  onTestFinished(close)
  return http
}

/** Has photographs opened by another program, which does this. */
const opening = (does: string) => ({ pictureProgram: ['--eval', does] })

test('what could not be shown is not tried again', async () => {
  const cast = await set()
  const { picture } = await attach(cast, flood())
  await open(cast, picture)

  const again = await anotherServer(cast, opening('console.log("tried")'))

  expect((await again.inject(pathOf(picture))).statusCode).toBe(404)
})

test('a photograph that kills the program that opens it is not shown, and the server goes on', async () => {
  const cast = await set()
  const { picture, src } = await attach(cast, await photograph())
  const dies = await anotherServer(cast, opening('process.kill(process.pid, "SIGSEGV")'))

  const refused = await dies.inject(pathOf(picture))

  expect(refused.statusCode).toBe(404)
  expect((await dies.inject(pathOf(src))).statusCode).toBe(200)
  // Another try may find it in better health.
  expect((await open(cast, picture)).statusCode).toBe(200)
})

test('the program that opens photographs is told none of our secrets', async () => {
  const cast = await set()
  const { picture } = await attach(cast, await photograph())
  const tells = await anotherServer(cast, opening('console.log(Object.keys(process.env))'))

  expect((await tells.inject(pathOf(picture))).payload).toBe('[]\n')
})

test('two servers that are asked at once show the same picture, and it is kept once', async () => {
  const cast = await set()
  const { picture } = await attach(cast, await photograph())
  const other = await anotherServer(cast, {})

  const [first, second] = await Promise.all([open(cast, picture), other.inject(pathOf(picture))])

  expect(first.statusCode).toBe(200)
  expect(second.rawPayload.equals(first.rawPayload)).toBe(true)
  expect(await storedFiles(cast)).toHaveLength(2)
})
