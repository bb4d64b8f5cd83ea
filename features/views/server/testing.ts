import type { Id } from '#kit/contract/value/id.ts'
import type { Person } from '#testing/stage.ts'
import { type ViewDraft, views } from '../contract.ts'

/** A list of flagged reports that a person keeps. */
export const keep = (by: Person, but: Partial<ViewDraft> = {}): Promise<Id<'views'>> =>
  by.call(views.keep, {
    body: {
      ...{ name: 'Semnalate', list: '/answers', search: 'urgente=true', sharing: 'own' },
      ...but,
    },
  })
