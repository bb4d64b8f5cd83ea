import { createHash } from 'node:crypto'
import { Client } from 'pg'
import type { Line } from './http-line.ts'

/** A statement as it was on the wire. */
export type Statement = { readonly text: string; readonly values: readonly (string | null)[] }

/** Opens a connection to PostgreSQL that runs the statements of one call, prepared, in order. */
export async function openSqlLine(url: string): Promise<Line> {
  // As the server's own connections are.
  const client = new Client({ connectionString: url, options: '-c jit=off' })
  await client.connect()
  let isClosed = false
  client.on('end', () => {
    isClosed = true
  })
  return {
    send: async (call) => {
      try {
        for (const { text, values } of JSON.parse(call) as Statement[])
          await client.query({ name: nameOf(text), text, values: [...values] })
        return undefined
      } catch (error) {
        return error instanceof Error ? error.message : String(error)
      }
    },
    isClosed: () => isClosed,
    close: () => client.end(),
  }
}

const names = new Map<string, string>()
function nameOf(text: string): string {
  const known = names.get(text)
  if (known) return known
  const made = createHash('sha1').update(text).digest('base64url')
  names.set(text, made)
  return made
}
