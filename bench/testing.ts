import { Client } from 'pg'
import { afterAll, afterEach } from 'vitest'
import { phoneAt } from '#apps/cli/phone.ts'
import { type FreshDatabase, freshDatabase } from '#database/testing.ts'
import { signIn } from '#testing/programs/installation.ts'
import { programs } from '#testing/programs/process.ts'
import { fill } from './data/data.ts'
import { secret } from './data/people.ts'
import { phoneOf, pinOf, type Shape, shapeOf } from './data/shape.ts'

/** A small evening, filled once per file and copied for each test: `const set = evenings()`, then `await set()`. */
export function evenings() {
  const { start, folder } = programs()
  const undo: (() => Promise<unknown>)[] = []
  afterEach(async () => {
    for (const step of undo.splice(0).reverse()) await step()
  })
  const shape: Shape = shapeOf(0.001)
  const fillOne = async () => {
    const one = await freshDatabase()
    await fill(one.url, shape, new Date())
    return one
  }
  let filled: Promise<FreshDatabase> | undefined
  afterAll(async () => (await filled)?.drop())
  return async () => {
    filled ??= fillOne()
    const { url, drop } = await freshDatabase((await filled).name)
    undo.push(drop)
    const client = new Client(url)
    await client.connect()
    undo.push(() => client.end())
    const serve = async () =>
      (await start({ DATABASE_URL: url, SECRET: secret, DATA_DIR: await folder() })).url
    return {
      shape,
      url,
      /** Starts a real server on it, and returns its URL. */
      serve,
      ask: async (statement: string) => (await client.query(statement)).rows,
      /** An observer of the evening, signed in on a real server. */
      observer: async (observer: number) => {
        const at = await serve()
        const credentials = { user: phoneOf(observer), password: pinOf(observer), uniqueId: 'x' }
        const token = await signIn(at, credentials)
        return { call: phoneAt(at, { forMs: 0 }), token }
      },
    }
  }
}
