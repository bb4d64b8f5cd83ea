import { wall } from '../../contract.ts'

/** The server sends something every 15 s. */
const silenceMs = 40_000
/** How long after a stream has ended the next is asked for: a restart takes as long, and a night has no hurry. */
const restMs = 2000

/** Calls `moved` whenever the event stream of a link says so, and after each time that it was lost; until `ended`. */
export async function followWall(
  token: string,
  moved: () => void,
  ended: AbortSignal,
): Promise<void> {
  while (!ended.aborted) {
    await followOnce(token, moved, ended)
    if (ended.aborted) return
    // It may have ended because the link has.
    moved()
    await new Promise((resolve) => setTimeout(resolve, restMs))
  }
}

async function followOnce(token: string, moved: () => void, ended: AbortSignal): Promise<void> {
  const silence = new AbortController()
  let timer = setTimeout(() => silence.abort(), silenceMs)
  try {
    const { ok, body } = await fetch(wall.live.path, {
      headers: { authorization: `Bearer ${token}` },
      signal: AbortSignal.any([ended, silence.signal]),
    })
    const reader = ok ? body?.getReader() : undefined
    if (!reader) return
    moved()
    const decoder = new TextDecoder()
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      clearTimeout(timer)
      timer = setTimeout(() => silence.abort(), silenceMs)
      if (saysMore(decoder.decode(value, { stream: true }))) moved()
    }
  } catch {
    // Broken off; it is opened again.
  } finally {
    clearTimeout(timer)
  }
}

/** There is one event, which says no more than that something moved: all but heartbeats is part of it. */
const saysMore = (text: string) => /[^:\s]/.test(text)
