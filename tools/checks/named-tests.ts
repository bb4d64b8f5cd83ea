import { readFile } from 'node:fs/promises'
import { glob } from 'tinyglobby'

/** A test that a document names: its file, and in italics behind it words of its name. */
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

/** Whether there is a test of this name; a file that is named alone may stand in any folder. */
export async function isHeld({ file, words }: NamedTest): Promise<boolean> {
  const files = known.filter((path) => path === file || path.endsWith(`/${file}`))
  const held = await Promise.all(files.map((path) => readFile(path, 'utf8')))
  const said = plain(words)
  return held.some((text) => textsOf(text).some((one) => plain(one).includes(said)))
}

/** What stands in quotes on one line, the names of tests among it. */
const textsOf = (text: string): readonly string[] =>
  [...text.matchAll(/(['"`])((?:\\.|(?!\1)[^\n\\])*)\1/g)].map(([, , one = '']) => one)

const plain = (said: string) => said.replace(/[\s’']+/g, ' ').toLowerCase()
