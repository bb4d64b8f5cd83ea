import { createPrivateKey } from 'node:crypto'
import { SignJWT } from 'jose'
import * as z from 'zod'
import {
  answerWithinMs,
  type Provider,
  type PushMessage,
  type PushResult,
  pushResultOf,
} from './push.ts'

const isPrivateKey = (pem: string): boolean => {
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'rsa'
  } catch {
    return false
  }
}

/** The file that Google's console provides for a service account; its other fields are not read. */
export const ServiceAccount = z.object({
  project_id: z.string().regex(/^[\w.:-]+$/),
  client_email: z.string().min(1),
  private_key: z.string().refine(isPrivateKey, 'Must be an RSA key'),
  token_uri: z.url({ protocol: /^https?$/ }).default('https://oauth2.googleapis.com/token'),
})
export type ServiceAccount = z.output<typeof ServiceAccount>

const scope = 'https://www.googleapis.com/auth/firebase.messaging'
const Grant = z.object({ access_token: z.string(), expires_in: z.number() })

/** Google's error details: which of several 403s and 404s it is. */
const Refusal = z.object({
  error: z.object({ details: z.array(z.looseObject({ errorCode: z.string().optional() })) }),
})

/** Sends to phones through Firebase Cloud Messaging (HTTP v1). */
export function openFcm(account: ServiceAccount, url: string): Provider {
  const address = new URL(`/v1/projects/${account.project_id}/messages:send`, url)
  const access = new Access(account)
  return async (token, message) => {
    const granted = await access.get()
    if ('answer' in granted) return granted.answer
    const response = await fetch(address, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${granted.token}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ message: messageFor(token, message) }),
      // Our credentials go only to the configured address.
      redirect: 'manual',
      signal: AbortSignal.timeout(answerWithinMs),
    })
    // Read to its end, whatever it is, so that the connection can be reused.
    const text = await response.text()
    if (response.status === 401) access.forget(granted.token)
    return (response.ok ? undefined : refusalOf(text)) ?? pushResultOf(response)
  }
}

const messageFor = (token: string, { title, body, data }: PushMessage) => ({
  token,
  notification: { title, body },
  // The apps of the first system show these fields (wire.md 2.7).
  data: { title, body, ...data },
})

/**
 * Only the body of a refusal says that it concerns this one phone. A bare 404 does not: a misconfigured
 * address answers so for everybody, and must not cost us every registration.
 */
function refusalOf(text: string): PushResult | undefined {
  const codes = readJson(Refusal, text)?.error.details.map(({ errorCode }) => errorCode) ?? []
  if (codes.includes('UNREGISTERED')) return 'device-gone'
  // The phone is registered with another project's app: our credentials are fine.
  return codes.includes('SENDER_ID_MISMATCH') ? 'refused' : undefined
}

type Granted = { readonly token: string; readonly until: number } | { readonly answer: PushResult }

/** Holds an access token; gets the next one a minute before it expires. */
class Access {
  readonly #account: ServiceAccount
  #held: { readonly token: string; readonly until: number } | undefined
  #asking: Promise<Granted> | undefined

  constructor(account: ServiceAccount) {
    this.#account = account
  }

  async get(): Promise<Granted> {
    if (this.#held && this.#held.until > Date.now()) return this.#held
    // One request serves all senders. A refusal is not cached: the next sender asks again.
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = undefined
    })
    return this.#asking
  }

  /** The provider no longer accepts this token. */
  forget(token: string): void {
    if (this.#held?.token === token) this.#held = undefined
  }

  async #ask(): Promise<Granted> {
    const granted = await askForToken(this.#account)
    if ('token' in granted) this.#held = granted
    return granted
  }
}

const grantType = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
const minuteMs = 60_000

/** Proves our identity with the account's key (RFC 7523). */
async function askForToken(account: ServiceAccount): Promise<Granted> {
  const { client_email, private_key, token_uri } = account
  const assertion = await new SignJWT({ scope })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
    .setIssuer(client_email)
    .setAudience(token_uri)
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(createPrivateKey(private_key))
  const response = await fetch(token_uri, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: grantType, assertion }),
    redirect: 'manual',
    signal: AbortSignal.timeout(answerWithinMs),
  })
  const grant = readJson(Grant, await response.text())
  if (response.ok && grant) {
    const { access_token: token, expires_in: seconds } = grant
    return { token, until: Date.now() + seconds * 1000 - minuteMs }
  }
  const answer = pushResultOf(response)
  return { answer: typeof answer === 'string' ? 'not-authorised' : answer }
}

function readJson<S extends z.ZodType>(schema: S, text: string): z.output<S> | undefined {
  try {
    return schema.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
