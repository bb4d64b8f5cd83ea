import type { Emptied } from '#features/elections/server/empty-queries.ts'

/** What an election that is emptied loses of its forms. */
export const emptiedForms: Emptied = {
  tables: [
    'form_copies',
    'published_options',
    'options',
    'questions',
    'form_sections',
    'form_versions',
    'forms',
  ],
}
