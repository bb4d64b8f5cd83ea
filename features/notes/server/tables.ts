import type { Tables } from '#kit/server/tables.ts'

export const tables: Tables = {
  notes: {
    'what was reported stays, from where and when': [
      ...['election_id', 'id', 'visit_id', 'question_id', 'text', 'digest', 'received_at'],
      'sent_at',
    ],
  },
  attachments: {
    'what was reported stays, from where and when': [
      ...['election_id', 'id', 'note_id', 'unplaced_id', 'position', 'file_name', 'media_type'],
      ...['extension', 'size_bytes', 'sha256'],
    ],
  },
  kept_files: 'digests of files',
}
