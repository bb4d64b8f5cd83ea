import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { glob } from 'tinyglobby'
import { type ESTree, parseSync, Visitor } from 'vite'

/** A test's name and a commit's subject begin with a verb or a plain noun (CONTRIBUTING.md). */
const vague = /^(what|who|whoever|whose|where|of|an?|the|one|nobody|somebody|no|how|which)\b/i

/** Words with a plainer one beside them (CONTRIBUTING.md). */
const avoided =
  /\b(whoever|whom|alike|mend(s|ed|ing)?|besides|that is to|wants to be|goes along|stands|it is said|is told|of which|in turn|nought|as it is|lies|somebody|nobody)\b/i

/** How many lines may have one of them. Only ever lower this. */
const mostLines = 103

/** Whether a test's name or a commit's subject begins with a word that names no actor. */
export const isVague = (text: string): boolean => vague.test(text)

/** How many lines have an avoided word. */
export const avoidedIn = (text: string): number =>
  text.split('\n').filter((line) => avoided.test(line)).length

const testing = ['test', 'it', 'describe', 'story']

/** The names of the tests in a source file. */
export function namesIn(path: string, source: string): string[] {
  const names: string[] = []
  new Visitor({
    CallExpression: ({ callee, arguments: [first] }) => {
      if (!testing.includes(rootOf(callee)) || !first) return
      if (first.type === 'Literal' && typeof first.value === 'string') names.push(first.value)
      if (first.type === 'TemplateLiteral') names.push(first.quasis[0]?.value.cooked ?? '')
    },
  }).visit(parseSync(path, source).program)
  return names
}

/** `test` of `test`, `test.each(…)` and `test.for(…)`; a step is part of a test. */
function rootOf(callee: ESTree.Expression | ESTree.Super): string {
  if (callee.type === 'Identifier') return callee.name
  if (callee.type === 'MemberExpression')
    return callee.property.type === 'Identifier' && callee.property.name === 'step'
      ? ''
      : rootOf(callee.object)
  return callee.type === 'CallExpression' ? rootOf(callee.callee) : ''
}

const git = (...args: readonly string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim()

/** Subjects since this rule exists; none in a copy without history. */
function subjects(): string[] {
  const begun = git('log', '--diff-filter=A', '--format=%H', '--', 'tools/checks/words.ts')
  const lines = begun ? git('log', '--no-merges', '--format=%s', `${begun}..HEAD`) : ''
  return lines.split('\n').map((subject) => subject.replace(/^[a-z0-9-]+: /, ''))
}

async function main(): Promise<void> {
  const ignore = ['**/node_modules/**', 'dist/**', '**/*.gen.ts']
  const faults = subjects()
    .filter(isVague)
    .map((subject) => `commit "${subject}"`)
  let lines = 0
  for (const path of await glob(['**/*.{ts,tsx,mts,mjs,sql,css,md}'], { ignore })) {
    const text = await readFile(path, 'utf8')
    lines += avoidedIn(text)
    if (/\.(test|e2e)\.ts$/.test(path))
      faults.push(
        ...namesIn(path, text)
          .filter(isVague)
          .map((name) => `${path}: "${name}"`),
      )
  }
  for (const fault of faults) console.error(`${fault}: begins with no verb or noun`)
  if (lines > mostLines)
    console.error(
      `${lines} lines have a word to avoid, at most ${mostLines} may: see CONTRIBUTING.md`,
    )
  process.exitCode = faults.length > 0 || lines > mostLines ? 1 : 0
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await main()
