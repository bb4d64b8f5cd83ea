import './tools/memory.mjs'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { serverFlags } from './tools/server-flags.mjs'

/**
 * What may differ between one PostgreSQL and another. That each statement of ours means something to the oldest
 * is asked of it by itself (`statements`, below). Here is what acts on its own, or is more than a statement: what is
 * copied and replicated; functions and triggers; history's seals; and the test that makes every call which changes
 * something.
 */
const onEveryDatabase = ['database/**/*.test.ts', 'tests/programs/{backup,replica,upgrade}.test.ts']
/** Run on the newest as well, unless the oldest runs in the same command (`OLDEST_TOO`): CI has little time. */
const onOldestDatabase = [
  'features/answers/server/report.test.ts',
  'features/history/server/**/*.test.ts',
  'features/observers/server/import/undo-import.test.ts',
  'tests/{calls/guarantees,records/history,crashes/jobs,crashes/meanwhile}.test.ts',
]
const { OLDEST_TOO } = process.env
const leftToOldest = OLDEST_TOO ? onOldestDatabase : []
const onNewestDatabase = [
  'database/**/*.test.ts',
  'features/**/server/**/*.test.ts',
  'tests/**/*.test.ts',
  'bench/**/*.test.ts',
  'faults/figures.test.ts',
  'faults/guessing.test.ts',
  'faults/overload.test.ts',
]
/** Plans on the oldest PostgreSQL what the newest has run. */
const statements = 'database/oldest-statements.test.ts'
const elsewhere = ['**/node_modules/**', 'dist/**', 'data/**', '**/.cache/**']

/** What every project shares: Vitest takes these from no other place. */
const common = {
  testTimeout: 120_000,
  hookTimeout: 120_000,
  environment: 'node' as const,
  // To read the whole server anew takes longer than most files' tests; nothing of ours keeps what one
  // file left for the next to find.
  isolate: false,
  expect: { poll: { timeout: 30_000, interval: 20 } },
  // As the server itself has it: most objects die young, and a scavenge less often copies the few that do not.
  execArgv: [...serverFlags],
  // A machine may stall. `npm test` names each test that needed its second try.
  retry: 1,
}

/** Its tests wait for programs and clocks more than they compute. */
const isWaiting = ({ moduleId }: TestSpecification) =>
  /\/(tests\/(programs|crashes)|faults|bench)\//.test(moduleId)

/**
 * A worker that goes from one project to another begins anew: each project is run at a stretch. Files that wait come
 * between files that compute, so that the processors are busy all the time.
 */
class ProjectByProject extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const waiting = sorted.filter(isWaiting)
    const computing = sorted.filter((file) => !isWaiting(file))
    const step = Math.max(1, Math.floor(computing.length / (waiting.length + 1)))
    const mixed = computing.flatMap((file, nth) =>
      nth % step === 0 ? [...waiting.splice(0, 1), file] : [file],
    )
    return [...mixed, ...waiting].sort((one, other) =>
      one.project.name.localeCompare(other.project.name),
    )
  }
}

export default defineConfig({
  test: {
    pool: 'forks',
    sequence: { sequencer: ProjectByProject },
    // One more than cores that CI has: tests wait for a database or a clock half of the time.
    maxWorkers: 3,
    passWithNoTests: true,
    tags: [
      { name: 'slow', description: 'of more than a second: `npm run test:all`, not `npm test`' },
    ],
    projects: [
      {
        test: {
          ...common,
          name: 'unit',
          include: [
            'kit/**/*.test.ts',
            'features/**/{domain,*-domain}.test.ts',
            'features/**/web/**/*.test.ts',
            'apps/web/*.test.ts',
            'tools/**/*.test.ts',
            'faults/compare.test.ts',
            'faults/random/**/*.test.ts',
          ],
          exclude: elsewhere,
        },
      },
      {
        test: {
          ...common,
          name: 'newest',
          include: onNewestDatabase,
          exclude: [...elsewhere, statements, ...leftToOldest],
          globalSetup: [
            './database/testing-newest.ts',
            './testing/built.ts',
            './database/recorded-statements.ts',
          ],
          setupFiles: ['./database/record-statements.ts'],
        },
      },
      {
        test: {
          ...common,
          name: 'oldest',
          include: [...onEveryDatabase, ...onOldestDatabase],
          exclude: [...elsewhere, statements, '**/*embedded.test.ts'],
          globalSetup: ['./database/testing-oldest.ts', './testing/built.ts'],
        },
      },
      {
        test: {
          ...common,
          name: 'statements',
          include: [statements],
          globalSetup: ['./database/testing-oldest.ts', './database/recorded-statements.ts'],
          // After all others: it reads what they recorded.
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
