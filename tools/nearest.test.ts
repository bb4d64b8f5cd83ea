import { expect, test } from 'vitest'
import { nearestTo } from './nearest.ts'

const stories = ['observers/observers', 'observers/observer-profile', 'places/places'].map(
  (name) => `e2e/${name}.e2e.ts`,
)

test('selects the feature of a changed screen and the stories named after it', () => {
  expect(nearestTo(['features/observers/web/list/observer-card.tsx'], stories)).toEqual({
    tests: ['features/observers/'],
    stories: ['e2e/observers/observer-profile.e2e.ts', 'e2e/observers/observers.e2e.ts'],
  })
})

test('selects every call test when a feature’s server changes', () => {
  const { tests } = nearestTo(['features/notes/server/routes.ts'], stories)

  expect(tests).toContain('features/notes/')
  expect(tests).toContain('tests/calls/isolation.test.ts')
})

test('selects tests of the same folder elsewhere, and of the same name for the server', () => {
  const code = ['kit/server/sheets/csv.ts', 'database/functions/visits.sql', 'apps/cli/backup.ts']

  expect(nearestTo([...code, 'docs/history.md'], stories)).toEqual({
    tests: ['/backup.', 'database/', 'kit/server/sheets/'],
    stories: [],
  })
})
