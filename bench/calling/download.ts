import { get } from 'node:http'

/** The result of a download. */
export type Downloaded = {
  /** Time to the first byte, in milliseconds. */
  readonly firstByteMs: number
  readonly ms: number
  /** As received on the wire. */
  readonly bytes: number
}

/**
 * Downloads a file, as fast as it comes, and discards it.
 * @throws Error when it was refused, or truncated.
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
