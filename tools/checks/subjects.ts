import { execFileSync } from 'node:child_process'
import { pathToFileURL } from 'node:url'

/** The longest that a list of commits shows in full. */
const longest = 72

/** The fault in a commit's subject (CONTRIBUTING.md); undefined: none that a machine can detect. */
export function faultOf(subject: string): string | undefined {
  if (subject.length > longest) return `has ${subject.length} characters of at most ${longest}`
  if (!/^[a-z][a-z0-9-]*: [a-z0-9]/.test(subject))
    return 'does not begin with one feature, as in `forms: `'
  if (subject.endsWith('.')) return 'ends in a full stop'
  return undefined
}

const git = (...args: readonly string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim()

/** Only commits since this rule exists; none where they are unknown, as in a copy without history. */
function main(): void {
  const begun = git('log', '--diff-filter=A', '--format=%H', '--', 'tools/checks/subjects.ts')
    .split('\n')
    .at(-1)
  const lines = begun ? git('log', '--no-merges', '--format=%h %s', `${begun}..HEAD`) : ''
  const faults = lines
    .split('\n')
    .filter(Boolean)
    .flatMap((line) => {
      const subject = line.slice(line.indexOf(' ') + 1)
      const fault = faultOf(subject)
      return fault ? [`${line}: ${fault}`] : []
    })
  for (const fault of faults) console.error(fault)
  process.exitCode = faults.length > 0 ? 1 : 0
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main()
