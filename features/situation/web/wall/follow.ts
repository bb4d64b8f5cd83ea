import { wall } from '../../contract.ts'

/** The server sends a heartbeat every 15 s. */
const silenceMs = 40_000
/** The delay before reconnecting, about the time of a server restart. */
const restMs = 2000

/** Calls `moved` for each event of a link's stream and after each lost connection, until `ended`. */
export async function followWall(
  token: string,
  moved: () => void,
  ended: AbortSignal,
): Promise<void> {
  while (!ended.aborted) {
    await followOnce(token, moved, ended)
    if (ended.aborted) return
    // The stream may have ended because the link was withdrawn.
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
    // The connection broke; the loop opens it again.
  } finally {
    clearTimeout(timer)
  }
}

/** There is only one event, without details: all text but heartbeats is part of it. */
const saysMore = (text: string) => /[^:\s]/.test(text)
