import type { Tables } from '#kit/server/tables.ts'

export const tables: Tables = {
  observers: {
    'the number stays, so that one observer’s reports can be told from another’s': [
      ...['election_id', 'id'],
    ],
    'whose observer it was': ['ngo_id', 'is_test'],
    'made of the name, which goes': ['name_folded'],
    'when staff added, deleted and changed it, and who of them; not to what': [
      ...['created_at', 'deleted_at', 'revision', 'changes', 'changing'],
    ],
  },
  observer_counts: {
    'the number stays': ['election_id', 'observer_id'],
    'how much was reported stays, and when': ['last_seen', 'visits', 'notes'],
    'that there was a phone': ['device_registered_at'],
  },
}
