import { get as getPlain, type IncomingMessage } from 'node:http'
import { get as getSecure } from 'node:https'
import { TLSSocket } from 'node:tls'
import { codeOf } from '#database/failure.ts'
import type { Check } from '#features/installation/check-contract.ts'
import { installation } from '#features/installation/contract.ts'
import { certificateFinding, found, proxyFinding } from '#features/installation/domain.ts'
import type { Config } from '../server/config.ts'
import { rounded } from './rounded.ts'

const withinMs = 4000
/** More than our own answer; another server may send anything. */
const mostBytes = 65_536
const dayMs = 86_400_000

export function checkProxy({ PUBLIC_URL = '', HOST: host, TRUST_PROXY }: Config): Check {
  return found(proxyFinding({ publicUrl: PUBLIC_URL, host, isTrusted: TRUST_PROXY === 'on' }))
}

/** Asks our public address who it is; redirects are not followed. */
export async function checkAddress({ PUBLIC_URL: url }: Config): Promise<Check> {
  if (url === undefined) return found('addressUnset')
  const address = { url }
  let answer: Answer
  try {
    answer = await ask(`${url}${installation.config.path}`)
  } catch (error) {
    const reason = error instanceof Error ? error.message || codeOf(error) : String(error)
    return found(isOfCertificate(error) ? 'addressUntrusted' : 'addressAway', {
      ...address,
      reason,
    })
  }
  if (!isOurs(answer, url)) return found('addressElsewhere', { ...address, status: answer.status })
  if (answer.expiresAt === undefined) return found('addressPlain', address)
  const days = rounded((answer.expiresAt.getTime() - Date.now()) / dayMs)
  return found(certificateFinding(days), { ...address, days })
}

type Answer = {
  readonly status: number
  readonly text: string
  /** The end of the certificate; undefined over plain http. */
  readonly expiresAt: Date | undefined
}

function ask(address: string): Promise<Answer> {
  const get = address.startsWith('https:') ? getSecure : getPlain
  return new Promise((resolve, reject) => {
    // Without an agent the connection ends with the request.
    const options = { agent: false, signal: AbortSignal.timeout(withinMs) }
    get(address, options, (response) => read(response).then(resolve, reject)).on('error', reject)
  })
}

async function read(response: IncomingMessage): Promise<Answer> {
  const { socket, statusCode: status = 0 } = response
  const certificate = socket instanceof TLSSocket ? socket.getPeerCertificate() : undefined
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > mostBytes) break
    chunks.push(chunk)
  }
  const text = Buffer.concat(chunks).toString()
  return { status, text, expiresAt: certificate && new Date(certificate.valid_to) }
}

function isOurs({ status, text }: Answer, url: string): boolean {
  if (status !== 200) return false
  try {
    return installation.config.reply.safeParse(JSON.parse(text)).data?.publicUrl === url
  } catch {
    return false
  }
}

/** The codes of OpenSSL's refusals, and of a name that the certificate does not have. */
const isOfCertificate = (error: unknown): boolean =>
  /CERT|ERR_TLS|SELF_SIGNED|UNABLE_TO/.test(codeOf(error))
