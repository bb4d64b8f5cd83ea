import type { Tables } from '#kit/server/tables.ts'

export const tables: Tables = {
  pinned_questions: {
    'which questions are shown': ['election_id', 'question_id', 'pinned_at', 'unpinned_at'],
  },
}
