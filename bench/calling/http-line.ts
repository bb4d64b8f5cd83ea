import { connect } from 'node:net'

/** One kept-alive connection, which carries one call at a time. */
export type Line = {
  /** Sends a call and reads its whole reply; returns what was wrong with it, if anything. */
  send(call: string): Promise<string | undefined>
  /** Whether it is closed: a server closes idle connections. */
  isClosed(): boolean
  close(): Promise<void>
}

/**
 * Opens a connection to an HTTP server. Node's own client would cost about as much as the server being
 * measured, on the same processors; this one parses only our kind of replies.
 */
export async function openHttpLine(url: string): Promise<Line> {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port), noDelay: true })
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve).once('error', reject)
  })
  let read = Buffer.alloc(0)
  let settle: ((wrong: string | undefined) => void) | undefined
  const end = (wrong: string | undefined) => {
    read = Buffer.alloc(0)
    settle?.(wrong)
  }
  socket.on('data', (chunk) => {
    read = read.length === 0 ? chunk : Buffer.concat([read, chunk])
    if (!isWhole(read)) return
    const status = Number(read.toString('latin1', 9, 12))
    end(status < 400 ? undefined : read.toString('utf8', 0, 1500))
  })
  socket.on('error', (error) => end(error.message))
  socket.on('close', () => end('The connection was closed'))
  return {
    send: (call) =>
      new Promise((resolve) => {
        settle = resolve
        socket.write(call)
      }),
    isClosed: () => socket.destroyed || !socket.writable,
    close: async () => {
      settle = undefined
      socket.destroy()
    },
  }
}

/** Is the reply complete? By its length, or by the chunk of length 0. */
function isWhole(read: Buffer): boolean {
  const body = read.indexOf('\r\n\r\n') + 4
  if (body === 3) return false
  const head = read.toString('latin1', 0, body)
  const [, length] = /content-length: (\d+)/i.exec(head) ?? []
  if (length !== undefined) return read.length >= body + Number(length)
  return /transfer-encoding: chunked/i.test(head) ? isLastChunkThere(read, body) : true
}

function isLastChunkThere(read: Buffer, from: number): boolean {
  for (let at = from; ; ) {
    const eol = read.indexOf('\r\n', at)
    if (eol === -1) return false
    const size = Number.parseInt(read.toString('latin1', at, eol), 16)
    at = eol + 2 + size + 2
    if (at > read.length) return false
    if (size === 0) return true
  }
}
