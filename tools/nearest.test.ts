import { expect, test } from 'vitest'
import { nearestTo } from './nearest.ts'

const stories = ['observers.e2e.ts', 'observer-profile.e2e.ts', 'places.e2e.ts']

test('a change of a screen asks its feature and the stories that are called after it', () => {
  expect(nearestTo(['features/observers/web/observer-card.tsx'], stories)).toEqual({
    tests: ['features/observers/'],
    stories: ['e2e/observer-profile.e2e.ts', 'e2e/observers.e2e.ts'],
  })
})

test('a change of what a feature serves asks every call besides', () => {
  const { tests } = nearestTo(['features/notes/server/routes.ts'], stories)

  expect(tests).toContain('features/notes/')
  expect(tests).toContain('apps/server/isolation.test.ts')
})

test('elsewhere the tests of the same folder are asked, and of the server those of the same name', () => {
  const code = ['kit/server/csv.ts', 'database/functions/visits.sql', 'apps/server/backup.ts']

  expect(nearestTo([...code, 'docs/history.md'], stories)).toEqual({
    tests: ['apps/server/backup.', 'database/', 'kit/server/'],
    stories: [],
  })
})
