import type { Tables } from '#kit/server/tables.ts'

export const tables: Tables = {
  history_seals: 'digests of lines',
  sealing_refused: 'positions in the chain',
  proofs: 'who of the staff asked, and what differed, by numbers',
}
