import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { query } from '../cluster.ts'
import type { Figure, Stage } from '../figure.ts'

/** The program's heap limit, in megabytes: the same however much data there is. */
const heapMb = 128

/** The full proof of an evening, by our own program; it fails where anything differs. */
export async function measureProofs(stage: Stage): Promise<Figure[]> {
  const url = await stage.copy()
  const folder = await mkdtemp(join(tmpdir(), 'veghe-proofs-'))
  const [counted] = await query(
    url,
    `select (select count(*)::integer from answers) as answers,
            (select count(*)::integer from history) as lines`,
  )
  const environment = { DATA_DIR: folder, NODE_OPTIONS: `--max-old-space-size=${heapMb}` }
  const from = performance.now()
  try {
    await stage.run('verify', [], url, environment)
  } finally {
    await rm(folder, { recursive: true })
  }
  const ms = performance.now() - from
  const figure: Figure = {
    number: 11,
    what: 'everything that history proves, verified',
    value: ms / 1000,
    unit: 's',
    most: 600,
    ms,
    footnote: `${counted?.['answers']} answers, ${counted?.['lines']} lines of history, in ${heapMb} MB`,
  }
  return [figure]
}
