import { defineConfig } from 'vitest/config'

const onDatabase = [
  'database/**/*.test.ts',
  'features/**/server/*.test.ts',
  'apps/server/**/*.test.ts',
  'bench/*.test.ts',
  'faults/overload.test.ts',
]
const elsewhere = ['**/node_modules/**', '**/dist/**', '**/data/**', '**/.cache/**']

/** What every project shares: Vitest takes these from no other place. */
const common = {
  testTimeout: 60_000,
  hookTimeout: 120_000,
  environment: 'node',
  expect: { poll: { timeout: 30_000, interval: 20 } },
  // A machine may stall. `npm test` names each test that needed its second try.
  retry: 1,
} as const

export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 2,
    passWithNoTests: true,
    projects: [
      {
        test: {
          ...common,
          name: 'unit',
          include: [
            'kit/**/*.test.ts',
            'features/**/domain.test.ts',
            'features/**/web/*.test.ts',
            'tools/**/*.test.ts',
            'faults/compare.test.ts',
          ],
          exclude: elsewhere,
        },
      },
      {
        test: {
          ...common,
          name: 'newest',
          include: onDatabase,
          exclude: elsewhere,
          globalSetup: './database/testing-newest.ts',
        },
      },
      {
        test: {
          ...common,
          name: 'oldest',
          include: onDatabase,
          exclude: [...elsewhere, '**/*embedded.test.ts'],
          globalSetup: './database/testing-oldest.ts',
        },
      },
    ],
  },
})
