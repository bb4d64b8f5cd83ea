/** Under overload, calls are shed in this order: reports last. */
export const importances = [
  /** Calls by callers who never proved who they are: guessing, asking for links. */
  'anonymous',
  /** Downloads by staff. */
  'export',
  'statistics',
  /** Lists, and everything else that staff look at. */
  'reading',
  /** Changes by staff. */
  'change',
  /** Data that a phone needs before it can report: forms, places. */
  'guidance',
  /** What observers send. */
  'report',
] as const

/** `vital` is never shed: it costs nothing, or reports the server's health. */
export type Importance = (typeof importances)[number] | 'vital'
