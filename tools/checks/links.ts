import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { glob } from 'tinyglobby'
import { isHeld, testsNamedIn } from './named-tests.ts'

/**
 * Checks that every path in a document exists: links, and paths in code marks that begin with one of our
 * folders; and that every decision named in code has a record. Documents that cite missing files are worse than none.
 */
const roots = /^(kit|database|features|apps|testing|tests|e2e|bench|faults|tools|docs|deploy)\//
const decisions = /decisions?[ /](0\d\d)\b/g
const links = /\]\(([^)\s#]+)[^)]*\)/g
const marks = /`([^`\s]+)`/g

const isOurs = (path: string) => roots.test(path) && !/[*<>{}…]/.test(path)

function missing(document: string, text: string): string[] {
  const linked = [...text.matchAll(links)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => join(dirname(document), target))
  const marked = [...text.matchAll(marks)].map(([, path = '']) => path).filter(isOurs)
  return [...linked, ...marked].filter((path) => !existsSync(path))
}

/** Tests that a document names, and that do not exist. */
async function untrue(text: string): Promise<string[]> {
  const found: string[] = []
  for (const one of testsNamedIn(text))
    if (!(await isHeld(one))) found.push([one.file, one.words].filter(Boolean).join(', '))
  return found
}

let faults = 0
for (const document of await glob(['*.md', 'docs/**/*.md'])) {
  const text = await readFile(document, 'utf8')
  for (const path of new Set([...missing(document, text), ...(await untrue(text))])) {
    faults += 1
    console.error(`${document}: there is no ${path}`)
  }
}
const records = await glob('docs/decisions/0*.md')
const index = await readFile('docs/decisions/README.md', 'utf8')
for (const record of records.map((path) => basename(path)).sort())
  if (!index.includes(`(${record})`)) {
    faults += 1
    console.error(`docs/decisions/README.md: has no line for ${record}`)
  }
const numbers = new Set(records.map((path) => basename(path).slice(0, 3)))
const code = ['ts', 'tsx', 'mjs', 'sql'].map((ending) => `**/*.${ending}`)
for (const path of await glob(code, { ignore: ['**/node_modules', 'dist', 'data'] }))
  for (const [, number = ''] of (await readFile(path, 'utf8')).matchAll(decisions))
    if (!numbers.has(number)) {
      faults += 1
      console.error(`${path}: there is no decision ${number}`)
    }
process.exitCode = faults > 0 ? 1 : 0
