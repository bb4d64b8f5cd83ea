import { existsSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'

// What a browser loads before it shows a screen in Romanian, compressed, without headers. It fails when that is
// more than organisers on a poor line should wait for. What is loaded on demand (dialogs, the list of counties)
// is left out.

const folder = 'dist/web'

type Chunk = {
  readonly file: string
  readonly name?: string
  readonly imports?: readonly string[]
  readonly css?: readonly string[]
}

const manifest: Readonly<Record<string, Chunk>> = JSON.parse(
  await readFile(join(folder, '.vite/manifest.json'), 'utf8'),
)
const named = (name: string) => Object.values(manifest).find((chunk) => chunk.name === name)
const fontNamed = (name: string) => manifest[`../../.cache/fonts/${name}.woff2`]

/** The chunk with its styles and all its static imports. */
function addNeeded(chunk: Chunk | undefined, found: Set<string>): void {
  if (!chunk) throw new Error('The build lacks a part of a screen')
  if (found.has(chunk.file)) return
  for (const file of [chunk.file, ...(chunk.css ?? [])]) found.add(file)
  for (const one of chunk.imports ?? []) addNeeded(manifest[one], found)
}

async function sizeOf(file: string): Promise<number> {
  const path = join(folder, file)
  return (await stat(existsSync(`${path}.br`) ? `${path}.br` : path)).size
}

async function weigh(title: string, first: string, mostBytes: number): Promise<void> {
  const files = new Set(['index.html', 'first-paint.js', 'mark.svg'])
  for (const chunk of [named('index'), named(first), fontNamed('latin'), fontNamed('romanian')])
    addNeeded(chunk, files)
  const sizes = await Promise.all([...files].map(sizeOf))
  const total = sizes.reduce((sum, size) => sum + size, 0)
  console.log(`${title}: ${total} bytes in ${files.size} files`)
  if (total <= mostBytes) return
  console.error(`That is more than ${mostBytes}.`)
  process.exitCode = 1
}

await weigh('The page for signing in', 'sign-in', 188_500)
await weigh('The first screen after signing in', 'first-screen', 200_000)
