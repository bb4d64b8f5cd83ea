import type { BrokenLink, ChainLink, RawLine } from './contract.ts'
import { contentOf, type StoredLine } from './domain.ts'

/** The platform's SHA-256; input and output are hexadecimal, except for texts. */
export type Hashing = {
  ofText(text: string): string
  /** The digest of the previous seal's bytes followed by the text. */
  ofSeal(previous: string, text: string): string
}

/** The seal before the first link: 32 zero bytes. */
export const origin = '00'.repeat(32)

/** The actor may be a person's name or phone. */
const hidesName = (actorRole: string) => actorRole === 'observer' || actorRole === 'stranger'

/** The content may hold names and phones: lists of observers, and the filters of a list. */
const hidesContent = (subject: string, act: string) =>
  subject === 'observers' || subject === 'tasks' || act.endsWith('.exported')

/**
 * A line in the form in which it is sealed: what may have to be erased one day is replaced by its digest,
 * before and after it is erased. Anything that is there in spite of that is not trusted.
 */
export function storedLineOf(line: RawLine, hashing: Hashing): StoredLine {
  const [id, electionId, at, actorRole, actorId, name, act, subject, subjectId, before, after] =
    line
  const who = hidesName(actorRole) ? digestOfName(line, hashing) : name
  const what: readonly [string | null, string | null] = hidesContent(subject, act)
    ? [digestOfContent(line, hashing), null]
    : [before, after]
  return [id, electionId, at, actorRole, actorId, who, act, subject, subjectId, ...what]
}

function digestOfName(line: RawLine, { ofText }: Hashing): string | null {
  const [name, salt, digest] = [line[5], line[11], line[12]]
  if (salt === null) return name === '' ? digest : null
  return ofText(salt + name)
}

function digestOfContent(line: RawLine, { ofText }: Hashing): string | null {
  const [before, after, salt, digest] = [line[9], line[10], line[11], line[13]]
  if (salt === null) return before === null && after === null ? digest : null
  return ofText(`${salt}${before ?? ''}\n${after ?? ''}`)
}

/** The seal of a line: SHA-256 of the previous seal, followed by the line. */
export const sealOf = (previous: string, line: RawLine, hashing: Hashing): string =>
  hashing.ofSeal(previous, contentOf(storedLineOf(line, hashing)))

/** How far the chain has been checked: the last link; all before it are valid. */
export type ChainPosition = {
  readonly historyId: number
  readonly position: number
  readonly hash: string
}

export const beginning: ChainPosition = { historyId: 0, position: 0, hash: origin }

/** The result of checking some links. */
export type Proved = {
  readonly reached: ChainPosition
  /** The valid links, in order. */
  readonly fitting: readonly ChainPosition[]
  readonly broken: BrokenLink | null
}

/** Recomputes some links from their lines, and stops at the first whose seal differs. */
export function proveLinks(
  from: ChainPosition,
  links: readonly ChainLink[],
  hashing: Hashing,
): Proved {
  const fitting: ChainPosition[] = []
  let reached = from
  for (const link of links) {
    const next = nextOf(reached, link, hashing)
    if (!next) {
      const fault = faultOf(reached, link, { links, hashing })
      return { reached, fitting, broken: { position: reached.position + 1, ...fault } }
    }
    fitting.push(next)
    reached = next
  }
  return { reached, fitting, broken: null }
}

/** Undefined where it does not match. */
function nextOf(
  { position, hash }: ChainPosition,
  link: ChainLink,
  hashing: Hashing,
): ChainPosition | undefined {
  if (!link.line || !link.hash || link.position !== position + 1) return undefined
  const made = sealOf(hash, link.line, hashing)
  return made === link.hash
    ? { historyId: link.historyId, position: link.position, hash: made }
    : undefined
}

type Nearby = { readonly links: readonly ChainLink[]; readonly hashing: Hashing }

function faultOf(
  { position, hash }: ChainPosition,
  { historyId, line, hash: sealed, position: numbered }: ChainLink,
  { links, hashing }: Nearby,
): Omit<BrokenLink, 'position'> {
  if (!sealed || numbered === null) return { historyId, fault: 'inserted' }
  // Without its line; or without line and seal, which the next one's number shows.
  if (!line || numbered > position + 1)
    return { historyId: line ? null : historyId, fault: 'removed' }
  const isMoved = links.some(
    (other) =>
      other.line &&
      other.historyId !== historyId &&
      sealOf(hash, withId(historyId, other.line), hashing) === sealed,
  )
  return { historyId, fault: isMoved ? 'reordered' : 'altered' }
}

const withId = (id: number, [, ...others]: RawLine): RawLine => [id, ...others]
