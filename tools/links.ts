import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { glob } from 'tinyglobby'

/**
 * Every path that a document names exists: links, and paths in code marks that begin with one of
 * our folders. Documents that cite files that are gone are worse than none.
 */
const roots = /^(kit|database|features|apps|e2e|tools|docs|deploy)\//
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

/**
 * Tests that a document names hold what it says: a file that is named alone is one of ours, and words in
 * italics behind it are part of the name of one of its tests.
 */
const tests = /`([\w./-]+\.(?:test|e2e)\.tsx?)`(?:, \*([^*]+)\*)?/g
const known = await glob([
  '{kit,database,features,apps,bench,faults,tools,e2e}/**/*.{test,e2e}.{ts,tsx}',
])

async function untrue(text: string): Promise<string[]> {
  const found: string[] = []
  for (const [, name = '', promise = ''] of text.replace(/\s+/g, ' ').matchAll(tests)) {
    const files = known.filter((path) => path === name || path.endsWith(`/${name}`))
    const held = await Promise.all(files.map((path) => readFile(path, 'utf8')))
    const words = (said: string) => said.replace(/[\s’']+/g, ' ').toLowerCase()
    if (!held.some((test) => words(test).includes(words(promise))))
      found.push(promise ? `${name}, ${promise}` : name)
  }
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
process.exitCode = faults > 0 ? 1 : 0
