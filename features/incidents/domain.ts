/** From the least to the most severe. */
export const severities = ['low', 'medium', 'high', 'critical'] as const
export type Severity = (typeof severities)[number]

/** In the order in which an incident goes through them. */
export const states = ['open', 'checking', 'confirmed', 'referred', 'closed', 'dismissed'] as const
export type IncidentState = (typeof states)[number]

/** The states in which nothing is left to do. */
export const endStates = ['closed', 'dismissed'] as const satisfies readonly IncidentState[]

const ended: ReadonlySet<IncidentState> = new Set(endStates)
export const isEnded = (state: IncidentState): boolean => ended.has(state)
