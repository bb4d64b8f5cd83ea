import { type IncomingMessage, request as plain } from 'node:http'
import { request as secure } from 'node:https'
import { type AddressFault, checkAddress, type OutgoingRule } from './public-address.ts'

/** The reply of a foreign server: its status, and the beginning of its body. */
export type Posted =
  | { readonly status: number; readonly reply: string; readonly fault?: never }
  | { readonly fault: AddressFault | 'timeout' | 'unreachable' }

export type Posting = {
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly stopping: AbortSignal
}

/** The time for all of it, in milliseconds. */
const patienceMs = 10_000
/** How much of a reply is read. */
const mostBytes = 16_384

/**
 * Posts to an address that users have chosen: not into private networks unless these are allowed, and without
 * following redirects, which would lead anywhere.
 * @throws when stopped
 */
export async function post(posting: Posting, rule: OutgoingRule): Promise<Posted> {
  const { url, stopping } = posting
  const checked = await checkAddress(url, rule)
  if (checked.fault) return { fault: checked.fault }
  const patience = AbortSignal.timeout(patienceMs)
  const signal = AbortSignal.any([stopping, patience])
  try {
    const response = await send(posting, checked.address, signal)
    const reply = await beginningOf(response)
    return { status: response.statusCode ?? 0, reply }
  } catch {
    stopping.throwIfAborted()
    return { fault: patience.aborted ? 'timeout' : 'unreachable' }
  }
}

/** Connects to the address instead of the name; the certificate is still checked against the name. */
function send(
  { url, headers, body }: Posting,
  address: string,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const isSecure = url.protocol === 'https:'
  const isName = /[a-z]/i.test(url.hostname) && !url.hostname.startsWith('[')
  return new Promise((resolve, reject) => {
    const request = (isSecure ? secure : plain)(
      {
        ...{
          host: address,
          port: url.port || (isSecure ? 443 : 80),
          path: `${url.pathname}${url.search}`,
        },
        ...{ method: 'POST', agent: false, signal },
        ...(isName && { servername: url.hostname }),
        headers: { ...headers, host: url.host, 'content-length': Buffer.byteLength(body) },
      },
      resolve,
    )
    request.on('error', reject)
    request.end(body)
  })
}

async function beginningOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of response) {
    chunks.push(chunk)
    length += chunk.length
    // Leaving the loop closes the connection.
    if (length >= mostBytes) break
  }
  return Buffer.concat(chunks).subarray(0, mostBytes).toString('utf8')
}
