import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import type { Statement } from './sql-line.ts'

/** A proxy between a server and its database, which records the server's statements. */
export type SqlTap = {
  /** The database's URL, through the proxy. */
  readonly url: string
  /** The statements since the last call, in order. */
  take(): Statement[]
  stop(): Promise<void>
}

export async function openSqlTap(databaseUrl: string): Promise<SqlTap> {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let heard: Statement[] = []
  const relay = createServer((near) => {
    const far = connect(Number(target.port), target.hostname)
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one)
      one.on('error', () => undefined).on('close', () => other.destroy())
      one.pipe(other)
    }
    const hear = reader((statement) => heard.push(statement))
    near.on('data', hear)
  })
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve))
  const url = new URL(databaseUrl)
  url.host = `127.0.0.1:${(relay.address() as AddressInfo).port}`
  return {
    url: url.href,
    take: () => {
      const taken = heard
      heard = []
      return taken
    },
    stop: async () => {
      const closed = new Promise((resolve) => relay.close(resolve))
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}

/**
 * Parses a PostgreSQL client's messages: Parse ('P') has a statement's text, Bind ('B') runs it with values.
 * https://www.postgresql.org/docs/current/protocol-message-formats.html
 */
function reader(found: (statement: Statement) => void): (chunk: Buffer) => void {
  const texts = new Map<string, string>()
  const messages = splitter()
  return (chunk) => {
    for (const { kind, body } of messages(chunk)) {
      const message = partsOf(body)
      if (kind === 'P') texts.set(message.text(), message.text())
      if (kind !== 'B') continue
      message.text()
      const text = texts.get(message.text()) ?? ''
      // Ours are all text: their formats do not matter.
      message.shorts()
      found({ text, values: message.values() })
    }
  }
}

/** Splits the stream into messages, whatever its chunks are. */
function splitter() {
  let read = Buffer.alloc(0)
  // The startup message has a length but no type byte.
  let letter = 0
  return function* (chunk: Buffer) {
    read = Buffer.concat([read, chunk])
    while (read.length >= letter + 4) {
      const end = letter + read.readInt32BE(letter)
      if (read.length < end) return
      const kind = letter === 0 ? '' : String.fromCharCode(read[0] ?? 0)
      yield { kind, body: read.subarray(letter + 4, end) }
      read = read.subarray(end)
      letter = 1
    }
  }
}

/** Parses a message, from beginning to end. */
function partsOf(message: Buffer) {
  let at = 0
  const short = () => {
    at += 2
    return message.readInt16BE(at - 2)
  }
  const value = () => {
    const length = message.readInt32BE(at)
    at += 4 + Math.max(length, 0)
    return length === -1 ? null : message.toString('utf8', at - length, at)
  }
  return {
    text: () => {
      const from = at
      at = message.indexOf(0, from) + 1
      return message.toString('utf8', from, at - 1)
    },
    shorts: () => Array.from({ length: short() }, short),
    values: () => Array.from({ length: short() }, value),
  }
}
