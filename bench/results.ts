import { mkdir, readFile, writeFile } from 'node:fs/promises'
import * as z from 'zod'
import { benchmarkPage } from './page.ts'
import { Result } from './result.ts'

const kept = new URL('../.cache/benchmark.json', import.meta.url)
const page = new URL('../.cache/benchmark.md', import.meta.url)

/** Replaces earlier results of the same measurement, and rewrites the page. */
export async function keepResults(fresh: readonly Result[]): Promise<void> {
  const text = await readFile(kept, 'utf8').catch(() => '[]')
  const known = z.array(Result).parse(JSON.parse(text))
  const all = new Map([...known, ...fresh].map((one) => [keyOf(one), one]))
  const results = [...all.values()].sort((one, other) => one.number - other.number)
  await mkdir(new URL('.', kept), { recursive: true })
  await writeFile(kept, `${JSON.stringify(results, null, 2)}\n`)
  await writeFile(page, benchmarkPage(results))
}

const keyOf = ({ number, what, share, kind }: Result) => [number, what, share, kind].join('\0')
