import { readFile } from 'node:fs/promises'
import { glob } from 'tinyglobby'

/** A test that a document names: its file, and after it words of its name in italics. */
export type NamedTest = { readonly file: string; readonly words: string }

const named = /`([\w./-]+\.(?:test|e2e)\.tsx?)`(?:, \*([^*]+)\*)?/g

export const testsNamedIn = (text: string): readonly NamedTest[] =>
  [...text.replace(/\s+/g, ' ').matchAll(named)].map(([, file = '', words = '']) => ({
    file,
    words,
  }))

const known = await glob([
  '{kit,database,features,apps,tests,bench,faults,tools,e2e}/**/*.{test,e2e}.{ts,tsx}',
])

/** Whether there is a test of this name; a file named alone may be in any folder. */
export async function isHeld({ file, words }: NamedTest): Promise<boolean> {
  const files = known.filter((path) => path === file || path.endsWith(`/${file}`))
  const held = await Promise.all(files.map((path) => readFile(path, 'utf8')))
  const name = plain(words)
  return held.some((text) => textsOf(text).some((one) => plain(one).includes(name)))
}

/** The quoted texts of each line, test names among them. */
const textsOf = (text: string): readonly string[] =>
  [...text.matchAll(/(['"`])((?:\\.|(?!\1)[^\n\\])*)\1/g)].map(([, , one = '']) => one)

const plain = (name: string) => name.replace(/[\s’']+/g, ' ').toLowerCase()
