import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'

type Call = { readonly headers: IncomingHttpHeaders; readonly body: string }

type Verified = { readonly type: string; readonly data: Readonly<Record<string, unknown>> }

/** A program on this machine that web hooks lead to. It answers with `status`; with 0, never. */
export type Receiver = {
  readonly url: string
  readonly calls: Call[]
  status: number
  stop(): void
}

export async function startReceiver(status = 200): Promise<Receiver> {
  const calls: Call[] = []
  const server = createServer(async (request, response) => {
    calls.push({ headers: request.headers, body: await text(request) })
    if (receiver.status > 0) response.writeHead(receiver.status).end('seen')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const stop = () => {
    server.close()
    server.closeAllConnections()
  }
  const receiver: Receiver = { url: `http://127.0.0.1:${port}/veghe`, calls, status, stop }
  return receiver
}

/** The events that arrived, verified by the library as a receiver would. */
export const verified = ({ calls }: Receiver, secret: string): Verified[] =>
  calls.map(
    ({ headers, body }) =>
      new Webhook(secret).verify(body, headers as Record<string, string>) as Verified,
  )
