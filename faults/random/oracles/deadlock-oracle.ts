import type { Finding } from '../trace.ts'

const nextEntry = /\n(?=\d{4}-\d\d-\d\d [\d:.]+ \S+ \[\d+\] )/
const processOf = (entry: string) => /\[\d+\]/.exec(entry)?.[0]

/**
 * The deadlocks in PostgreSQL's log: for each, the entries of the cancelled process up to the statement. They
 * name the waiting processes and the statement of each.
 */
export function deadlocksIn(log: string): string[] {
  const entries = log.trimEnd().split(nextEntry)
  return entries.flatMap((first, at) => {
    if (!first.endsWith('ERROR:  deadlock detected')) return []
    const own = entries.slice(at + 1).filter((entry) => processOf(entry) === processOf(first))
    const next = own.findIndex((entry) => entry.includes('] ERROR: '))
    return [[first, ...own.slice(0, next < 0 ? 5 : Math.min(next, 5))].join('\n')]
  })
}

export function noDeadlocks(deadlocks: Iterable<string>): Finding[] {
  return [...deadlocks].map((what) => ({ oracle: 'no transaction deadlocks', what, about: [] }))
}
