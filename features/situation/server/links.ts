import { Problem } from '#kit/contract/problem.ts'
import type { Server } from '#kit/server/http/server.ts'
import type { Secrets } from '#kit/server/security/secrets.ts'
import { findOpenLink, type OpenLink, touchLink } from './link-queries.ts'

const shape = /^[\w-]{43}$/
/** The precision of a link's last use. */
const usedMs = 60_000
/** How many known tokens are remembered: more than an election has screens. */
const mostKnown = 1000

/**
 * Opens a wall link by its token. It reads from the primary each time, so that a withdrawn link is refused at once. A
 * token that has not opened a link before is throttled like calls without a session, so that guessers slow down only
 * themselves.
 * @throws Problem `thing.not-found`
 */
export function linkOpener({ database, loadShedder }: Server, secrets: Secrets) {
  const known = new Set<string>()
  const look = (digest: string) => findOpenLink(database.primary, digest)
  const find = async (token: string) => {
    if (token === '') await loadShedder.anonymous.slowDown()
    if (!shape.test(token)) return undefined
    const digest = secrets.digest(token)
    const isKnown = known.delete(digest)
    const link = await (isKnown
      ? look(digest)
      : loadShedder.anonymous.run('asking', () => look(digest)))
    if (known.size >= mostKnown) known.clear()
    if (link) known.add(digest)
    return link
  }
  return async (token: string, now: Date): Promise<OpenLink> => {
    const link = await find(token)
    if (!link) throw new Problem('thing.not-found')
    if (now.getTime() - (link.usedAt?.getTime() ?? 0) >= usedMs)
      await database.write((tx) => touchLink(tx, link, now), 'anonymous')
    return link
  }
}
