import { get } from 'node:http'

/** What came of a file that was asked for. */
export type Downloaded = {
  /** Milliseconds until its first byte was there. */
  readonly firstByteMs: number
  readonly ms: number
  /** As they came over the wire. */
  readonly bytes: number
}

/**
 * Reads a file to its end, as fast as it comes, and throws it away.
 * @throws Error when it was refused, or came cut short.
 */
export function download(url: string, token: string): Promise<Downloaded> {
  const headers = { authorization: `Bearer ${token}`, 'accept-encoding': 'gzip, br' }
  const from = performance.now()
  return new Promise((resolve, reject) => {
    let firstByteMs: number | undefined
    let bytes = 0
    const asking = get(url, { headers, agent: false }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url}: ${response.statusCode}`))
      response.on('data', (chunk: Buffer) => {
        firstByteMs ??= performance.now() - from
        bytes += chunk.length
      })
      response.on('error', reject)
      response.on('end', () => {
        const ms = performance.now() - from
        resolve({ firstByteMs: firstByteMs ?? ms, ms, bytes })
      })
    })
    asking.on('error', reject)
  })
}
