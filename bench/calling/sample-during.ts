import { setTimeout as pause } from 'node:timers/promises'

/** Samples something repeatedly during some work; returns all samples. */
export async function sampleDuring<Seen>(
  lasting: Promise<unknown>,
  everyMs: number,
  look: () => Promise<Seen>,
): Promise<Seen[]> {
  const over = new AbortController()
  const seen: Seen[] = []
  const looking = async () => {
    while (!over.signal.aborted) {
      seen.push(await look())
      await pause(everyMs, undefined, { signal: over.signal }).catch(() => undefined)
    }
  }
  const all = looking()
  await lasting.finally(() => over.abort())
  await all
  return seen
}
