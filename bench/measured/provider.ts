import { generateKeyPairSync } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'

/** A fake of Google's push service that accepts every message, slowly. */
export type Provider = {
  /** The settings with which a server sends through it. */
  readonly settings: Readonly<Record<'FCM_URL' | 'FCM_SERVICE_ACCOUNT', string>>
  /** How many messages it got for each phone. */
  readonly taken: ReadonlyMap<string, number>
  stop(): Promise<void>
}

export async function openProvider(answersAfterMs: number): Promise<Provider> {
  const taken = new Map<string, number>()
  const reply = async (request: IncomingMessage): Promise<object> => {
    const body = await text(request)
    if (request.url === '/token') return { access_token: 'granted', expires_in: 3600 }
    const { token } = JSON.parse(body).message
    await pause(answersAfterMs)
    taken.set(token, (taken.get(token) ?? 0) + 1)
    return { name: 'projects/veghe/messages/1' }
  }
  const server = createServer(async (request, response) => {
    const body = JSON.stringify(await reply(request))
    response.writeHead(200, { 'content-type': 'application/json' }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const account = {
    project_id: 'veghe',
    client_email: 'veghe@veghe.iam.gserviceaccount.com',
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    token_uri: `${url}/token`,
  }
  return {
    settings: { FCM_URL: url, FCM_SERVICE_ACCOUNT: JSON.stringify(account) },
    taken,
    stop: async () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
