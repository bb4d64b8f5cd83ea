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
