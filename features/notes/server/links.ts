import { timingSafeEqual } from 'node:crypto'
import { Problem } from '#kit/contract/problem.ts'
import { addressOf } from '#kit/contract/wire.ts'
import type { Secrets } from '#kit/server/security/secrets.ts'
import { markSecurityEvent } from '#kit/server/security/security-log.ts'
import { notes } from '../contract.ts'
import { linkSeconds } from '../domain.ts'

/** Links to attachments that need no token, only our signature, and that expire. */
export type Links = {
  /** An absolute link to `file`; `origin` is the server's address for the caller. */
  make(origin: string, file: string, now: Date): string
  /** @throws Problem `thing.not-found` if the signature is wrong. */
  isGood(file: string, until: number, signature: string, now: Date): boolean
}

export function openLinks(secrets: Secrets): Links {
  const sign = (file: string, until: number) => secrets.signLink(`${file}?${until}`)
  return {
    make: (origin, file, now) => {
      // Rounded up to the hour, so that a screen read twice gets the same address and its cache works.
      const until = Math.ceil((now.getTime() / 1000 + linkSeconds) / 3600) * 3600
      const params = { until, signature: sign(file, until), file }
      return `${origin}${addressOf(notes.attachment, { params })}`
    },
    isGood: (file, until, signature, now) => {
      const made = Buffer.from(sign(file, until))
      const given = Buffer.from(signature)
      if (made.length !== given.length || !timingSafeEqual(made, given))
        throw markSecurityEvent(new Problem('thing.not-found'), 'link.forged')
      return until * 1000 >= now.getTime()
    },
  }
}
