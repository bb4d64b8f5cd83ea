import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { expect, inject, test } from 'vitest'
import type {} from './recorded-statements.ts'
import { freshDatabase } from './testing.ts'

/** What can be prepared; the rest is DDL, settings and COPY, which the tests of both legs run. */
const isPlanned = (text: string) =>
  /^[\s(]*(select|with|insert|update|delete|merge|values)\b/i.test(text)

/** Statements about tables and columns that only a test creates, and no migration. */
const isOfTheirOwn = ({ code }: { code?: string }) => code === '42P01' || code === '42703'

async function recorded(): Promise<string[]> {
  const folder = inject('statementsFolder')
  const texts = new Set<string>()
  for (const name of await readdir(folder)) {
    const lines = (await readFile(join(folder, name), 'utf8')).trimEnd().split('\n')
    for (const line of lines) texts.add(JSON.parse(line) as string)
  }
  return [...texts].filter(isPlanned)
}

test('prepares on the oldest PostgreSQL every statement that succeeded on the newest', async () => {
  const texts = await recorded()
  const { url, drop } = await freshDatabase()
  const client = new Client(url)
  await client.connect()
  const refused: object[] = []
  try {
    for (const text of texts) {
      await client.query(`prepare tried as ${text}`).then(
        () => client.query('deallocate tried'),
        (error) => !isOfTheirOwn(error) && refused.push({ text, why: error.message }),
      )
    }
  } finally {
    await client.end()
    await drop()
  }

  // The earlier run on the newest PostgreSQL recorded them.
  expect(texts).not.toEqual([])
  expect(refused).toEqual([])
}, 300_000)
