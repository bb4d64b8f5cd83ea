import { generateKeyPairSync } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import * as z from 'zod'

/** A message as a phone gets it. */
export type Arrival = { readonly device: string; readonly messageId: number; readonly at: number }

/** A fake push provider: records the time of each message it accepts, and sometimes is busy. */
export type Provider = {
  readonly arrivals: readonly Arrival[]
  /** The server's settings for sending through it. */
  readonly settings: Readonly<Record<string, string>>
  close(): void
}

/** It refuses one in this many messages as busy. */
const busyEvery = 17

const Push = z.object({
  message: z.object({ token: z.string(), data: z.object({ notificationId: z.coerce.number() }) }),
})

export async function openProvider(): Promise<Provider> {
  const arrivals: Arrival[] = []
  let asked = 0
  const take = async (request: IncomingMessage) => {
    if (request.url === '/token') return { access_token: 'granted', expires_in: 3600 }
    const { token, data } = Push.parse(await json(request)).message
    if (++asked % busyEvery === 0) return undefined
    arrivals.push({ device: token, messageId: data.notificationId, at: Date.now() })
    return { name: 'projects/veghe-test/messages/1' }
  }
  const server = createServer((request, response) => {
    void take(request).then((body) => {
      if (!body) response.statusCode = 503
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(body ?? { error: { status: 'UNAVAILABLE' } }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const account = {
    project_id: 'veghe-test',
    client_email: 'veghe@veghe-test.iam.gserviceaccount.com',
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    token_uri: `${url}/token`,
  }
  return {
    arrivals,
    settings: { FCM_URL: url, FCM_SERVICE_ACCOUNT: JSON.stringify(account) },
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
