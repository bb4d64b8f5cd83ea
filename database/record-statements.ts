// Runs before each test file on the newest PostgreSQL: records every statement that succeeded, for
// `oldest-statements.test.ts`.
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, inject } from 'vitest'
import type {} from './recorded-statements.ts'

const seen = new Set<string>()
/** Parsed texts: most repeat word for word, and a lookup is faster than parsing. */
const known = new Set<string>()
/** A limit, because texts that vary with the number of values are endless. */
const mostKnown = 20_000
let unwritten: string[] = []

/** Treats texts that differ only in the number of values as one. */
const shapeOf = (text: string) =>
  text.replaceAll(/\$\d+(\s*,\s*\$\d+)+/g, '$s').replaceAll(/\(\$s\)(\s*,\s*\(\$s\))+/g, 'rows')

function record(statement: unknown): void {
  const text =
    typeof statement === 'string' ? statement : (statement as { text?: unknown } | null)?.text
  if (typeof text !== 'string' || known.has(text)) return
  if (known.size === mostKnown) known.clear()
  known.add(text)
  const shape = shapeOf(text)
  if (seen.has(shape)) return
  seen.add(shape)
  unwritten.push(text)
}

const { query } = pg.Client.prototype
const recording = Symbol.for('veghe: statements are recorded')
if (!(recording in query)) {
  // biome-ignore lint/suspicious/noExplicitAny: the driver's own is overloaded over all that it takes
  const recorder = function (this: pg.Client, ...args: any[]): any {
    const answer = Reflect.apply(query, this, args)
    if (answer instanceof Promise)
      answer.then(
        () => record(args[0]),
        () => undefined,
      )
    return answer
  }
  pg.Client.prototype.query = Object.assign(recorder, { [recording]: true })
}

afterAll(() => {
  const lines = unwritten.map((text) => `${JSON.stringify(text)}\n`)
  unwritten = []
  if (lines.length > 0)
    appendFileSync(join(inject('statementsFolder'), String(process.pid)), lines.join(''))
})
