import type { Access, Endpoint } from './endpoint.ts'

/** When there is more to do than can be done, calls are refused in this order: reports last. */
export const importances = [
  /** What anybody can ask who never proved who they are: guessing, asking for links. */
  'anonymous',
  /** Files that staff take away. */
  'export',
  'statistics',
  /** Lists, and all else that staff look at. */
  'reading',
  /** What staff change. */
  'change',
  /** What a phone must know before it can report: forms, places. */
  'guidance',
  /** What observers send. */
  'report',
] as const

/** `vital` is never refused: it costs nothing, or tells how the server is. */
export type Importance = (typeof importances)[number] | 'vital'

/** What follows from who makes a call; staff's are `reading` and `change`. */
const ofReads: Readonly<Partial<Record<Access, Importance>>> = {
  observer: 'guidance',
  'signed-in': 'guidance',
  export: 'export',
}
const ofWrites: Readonly<Partial<Record<Access, Importance>>> = {
  observer: 'report',
  anyone: 'anonymous',
  export: 'export',
}

/** How important a call is: as its contract says, or as follows from who makes it, and for what. */
export function importanceOf({ importance, method, access, reply }: Endpoint): Importance {
  if (importance) return importance
  if ('streams' in reply && reply.streams === 'file') return 'export'
  return method === 'GET' ? (ofReads[access] ?? 'reading') : (ofWrites[access] ?? 'change')
}
