import type { Tables } from '#kit/server/tables.ts'

export const tables: Tables = {
  forms: 'what is asked',
  form_versions: 'what is asked',
  form_sections: 'what is asked',
  questions: 'what is asked',
  options: 'what is asked',
  published_options: 'what is asked',
  form_copies: {},
}
