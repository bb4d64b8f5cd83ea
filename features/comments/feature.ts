import { copy } from '#kit/contract/copy.ts'
import type { Feature, Words } from '#kit/contract/feature.ts'
import { comments, commentsChanged } from './contract.ts'

const acts = copy({
  'comments.written': { ro: 'Comentariu scris', en: 'Comment written' },
  'comments.deleted': { ro: 'Comentariu șters', en: 'Comment deleted' },
  'comments.restored': { ro: 'Comentariu readus', en: 'Comment restored' },
} satisfies Words)

const subjects = copy({
  comments: { ro: 'Comentarii', en: 'Comments' },
} satisfies Words)

export const feature: Feature = {
  name: 'comments',
  endpoints: { comments },
  changes: [{ event: commentsChanged, touches: [comments.list], restMs: 1000 }],
  acts,
  subjects,
}
