import { timingSafeEqual } from 'node:crypto'
import { addressOf } from '#kit/contract/wire.ts'
import type { Secrets } from '#kit/server/secrets.ts'
import { notes } from '../contract.ts'
import { linkFile, linkSeconds } from '../domain.ts'
import type { AttachmentRow } from './queries.ts'

type LinkedFile = Pick<AttachmentRow, 'id' | 'extension'>

/** Links to attachments that need no token, only our signature, and that expire. */
export type Links = {
  /** An absolute link; `origin` is where the caller reaches us. */
  make(origin: string, electionId: number, file: LinkedFile, now: Date): string
  isGood(file: string, until: number, signature: string, now: Date): boolean
}

export function openLinks(secrets: Secrets): Links {
  const sign = (file: string, until: number) => secrets.signLink(`${file}?${until}`)
  return {
    make: (origin, electionId, { id, extension }, now) => {
      const file = linkFile(electionId, id, extension)
      // Rounded up to the hour, so that a screen read twice shows the same address and its cache holds.
      const until = Math.ceil((now.getTime() / 1000 + linkSeconds) / 3600) * 3600
      const params = { signature: sign(file, until), file }
      return `${origin}${addressOf(notes.attachment, { params, query: { until } })}`
    },
    isGood: (file, until, signature, now) => {
      const made = Buffer.from(sign(file, until))
      const given = Buffer.from(signature)
      return (
        until * 1000 >= now.getTime() &&
        made.length === given.length &&
        timingSafeEqual(made, given)
      )
    },
  }
}
