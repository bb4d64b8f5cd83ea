import type { Access, Endpoint } from './endpoint.ts'
import type { Importance } from './importance.ts'

/** The importance by who makes a call; staff's are `reading` and `change`. */
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

/** How important a call is: as its contract says, otherwise by its caller and method. */
export function importanceOf({ importance, method, access, reply }: Endpoint): Importance {
  if (importance) return importance
  if ('streams' in reply && reply.streams === 'file') return 'export'
  return method === 'GET' ? (ofReads[access] ?? 'reading') : (ofWrites[access] ?? 'change')
}
