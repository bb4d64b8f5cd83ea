import { createHash } from 'node:crypto'
import { contentOf, type StoredLine } from '../domain.ts'

/** What stands before the first link: 32 bytes of nothing. */
export const origin: Buffer = Buffer.alloc(32)

/** The seal of a line: SHA-256 of the seal before it, followed by the line. */
export const sealOf = (previous: Uint8Array, line: StoredLine): Buffer =>
  createHash('sha256').update(previous).update(contentOf(line)).digest()
