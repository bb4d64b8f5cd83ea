import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { vi } from 'vitest'
import { pollOptions } from '../polling.ts'
import type { Stage } from '../stage.ts'

/** A request sent in two halves. */
type Slow = {
  readonly url: string
  readonly path: string
  readonly token: string | undefined
  readonly type: string
  readonly body: Buffer
}

/** Sends the rest; returns the server's response to the whole. */
export type Finish = () => Promise<{ readonly status: number; readonly body: string }>

/** Begins a POST, and stops in the middle of its body once the caller was admitted. */
export async function beginToSend({ app }: Stage, slow: Slow): Promise<Finish> {
  const { url, path, token, type, body } = slow
  const middle = Math.floor(body.length / 2)
  const coming = once(app.http.server, 'request') as Promise<[IncomingMessage]>
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  let heard = ''
  socket.on('data', (chunk) => {
    heard += chunk.toString()
  })
  const head = [
    `POST ${path} HTTP/1.1`,
    'host: localhost',
    'connection: close',
    `authorization: Bearer ${token}`,
    `content-type: ${type}`,
    `content-length: ${body.length}`,
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  socket.write(body.subarray(0, middle))
  const [request] = await coming
  // A body is read once the server knows the caller, and not before.
  await vi.waitFor(() => {
    if (!request.readableFlowing) throw new Error('Not admitted yet')
  }, pollOptions)
  return async () => {
    const closed = once(socket, 'close')
    socket.write(body.subarray(middle))
    await closed
    const [start = '', ...rest] = heard.split('\r\n\r\n')
    return { status: Number(start.split(' ')[1]), body: rest.join('\r\n\r\n') }
  }
}
