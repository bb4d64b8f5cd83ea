import { readFile, writeFile } from 'node:fs/promises'
import peggy from 'peggy'

/**
 * Generates the parser of expressions from its grammar: `npm run grammar`; with `--check` it only compares, and fails when
 * they differ.
 */
const grammar = new URL('../../features/forms/expression.peggy', import.meta.url)
const target = new URL('../../features/forms/expression.gen.ts', import.meta.url)
const parser = peggy.generate(await readFile(grammar, 'utf8'), {
  output: 'source',
  format: 'es',
  allowedStartRules: ['Expression'],
})
const text = `// @ts-nocheck\n${parser}`
if (!process.argv.includes('--check')) await writeFile(target, text)
else if ((await readFile(target, 'utf8')) !== text) {
  console.error('features/forms/expression.gen.ts differs from its grammar: run npm run grammar')
  process.exitCode = 1
}
