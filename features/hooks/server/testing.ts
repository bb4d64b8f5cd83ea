import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { afterEach } from 'vitest'
import type { CallInput } from '#kit/contract/endpoint.ts'
import type { OutgoingRule } from '#kit/server/outgoing/public-address.ts'
import { type Stage, stage } from '#testing/stage.ts'
import { hooks } from '../contract.ts'
import { hookKinds } from '../domain.ts'

type Call = { readonly headers: IncomingHttpHeaders; readonly body: string }

/** A program that hooks lead to. It answers with `status`; with 0, never. */
export type Receiver = { readonly url: string; readonly calls: Call[]; status: number }

type Verified = { readonly type: string; readonly data: Readonly<Record<string, unknown>> }

/** The events that arrived, verified by the library as a receiver would. */
export const verified = ({ calls }: Receiver, secret: string): Verified[] =>
  calls.map(
    ({ headers, body }) =>
      new Webhook(secret).verify(body, headers as Record<string, string>) as Verified,
  )

/** A stage whose hooks may lead to this machine, until a test changes the rule; and receivers for it. */
export function hooking() {
  const undo: (() => void)[] = []
  const rule: { -readonly [Name in keyof OutgoingRule]: OutgoingRule[Name] } = {
    privateNetworks: true,
  }
  afterEach(() => {
    for (const step of undo.splice(0)) step()
    rule.privateNetworks = true
  })
  const open = stage(undefined, async () => ({ outgoing: rule }))
  const set = async (): Promise<Stage> => {
    const cast = await open()
    // Receivers compare the time of a signature with their clock.
    cast.clock.now = new Date()
    return cast
  }
  const receive = async (status = 204): Promise<Receiver> => {
    const calls: Call[] = []
    const server = createServer((request, response) => {
      let body = ''
      request.setEncoding('utf8')
      request.on('data', (chunk) => {
        body += chunk
      })
      request.on('end', () => {
        calls.push({ headers: request.headers, body })
        if (receiver.status > 0) response.writeHead(receiver.status).end('seen')
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    undo.push(() => {
      server.close()
      server.closeAllConnections()
    })
    const { port } = server.address() as AddressInfo
    const receiver: Receiver = { url: `http://127.0.0.1:${port}/veghe`, calls, status }
    return receiver
  }
  return { set, receive, rule }
}

type Draft = CallInput<typeof hooks.add>['body']

/** A hook of Ana's for all kinds, unless said otherwise. */
export const addHook = ({ ana }: Stage, { url }: Receiver, draft: Partial<Draft> = {}) =>
  ana.call(hooks.add, { body: { address: url, kinds: [...hookKinds], ...draft } })
