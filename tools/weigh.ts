import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * The compressed size of the scripts that a browser loads before it shows the list of reports after signing in. It fails
 * when that is more than organisers on a poor line should wait for. Parts loaded on demand (dialogs, the list of
 * counties) do not count.
 */
const mostBytes = 180_000

const folder = 'dist/web'

/** The entry points of the first screen: the app, and what `vite.config.ts` puts into one chunk. */
const firstScreen = ['index', 'first-screen']

type Chunk = {
  readonly file: string
  readonly name?: string
  readonly imports?: readonly string[]
}

const manifest: Readonly<Record<string, Chunk>> = JSON.parse(
  await readFile(join(folder, '.vite/manifest.json'), 'utf8'),
)

/** The chunk with all its static imports. */
function needed(chunk: Chunk | undefined, found: Set<string>): void {
  if (!chunk) throw new Error('The build lacks a part of the first screen')
  if (found.has(chunk.file)) return
  found.add(chunk.file)
  for (const one of chunk.imports ?? []) needed(manifest[one], found)
}

const files = new Set<string>()
for (const begin of firstScreen)
  needed(
    Object.values(manifest).find(({ name }) => name === begin),
    files,
  )
const sizes = await Promise.all(
  [...files].map(async (file) => (await stat(join(folder, `${file}.br`))).size),
)
const total = sizes.reduce((sum, size) => sum + size, 0)

console.log(`The first screen after signing in: ${total} bytes of script in ${files.size} files`)
if (total > mostBytes) {
  console.error(`That is more than ${mostBytes}.`)
  process.exitCode = 1
}
