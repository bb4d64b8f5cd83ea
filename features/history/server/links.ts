import { hash } from 'node:crypto'
import type { Hashing } from '../proof-domain.ts'

/** SHA-256 of the server. */
export const hashing: Hashing = {
  ofText: (text) => hash('sha256', text),
  ofSeal: (previous, text) =>
    hash('sha256', Buffer.concat([Buffer.from(previous, 'hex'), Buffer.from(text, 'utf8')])),
}
