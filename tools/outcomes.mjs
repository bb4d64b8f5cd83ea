// The reports of Vitest and Playwright in one form: a list of `{ name, why, outcome }`, where the outcome is
// 'passed', 'retried' (passed on retry) or 'failed'.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, relative } from 'node:path'

/** @param root the base of the files' relative paths. */
export function resultsOnServer(report, root) {
  return (report?.testResults ?? []).flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name)
    const results = assertionResults
      .filter((test) => ['passed', 'failed'].includes(test.status))
      .map((test) => ({
        name: `${file} › ${test.fullName}`,
        why: test.failureMessages.join('\n'),
        outcome: outcomeOf(test.status === 'passed', test.failureMessages),
      }))
    // A file may fail without a failed test: it could not be loaded.
    const isBroken = status === 'failed' && !results.some(({ outcome }) => outcome === 'failed')
    return isBroken ? [...results, { name: file, why: message, outcome: 'failed' }] : results
  })
}

export function resultsInBrowser(report) {
  return (report?.suites ?? []).flatMap(storiesOf).map(({ file, title, ok, tests }) => {
    const errors = tests.flatMap(({ results }) => results).flatMap((result) => result.errors)
    const why = errors.map(({ message }) => message).join('\n')
    return { name: `e2e/${file} › ${title}`, why, outcome: outcomeOf(ok, errors) }
  })
}

/**
 * Records which tests passed on retry, for the next run.
 * @param file where they are stored; a fresh checkout, as in CI, has none
 * @param results of a run
 * @returns the names of tests that passed on retry now, and also when they last ran
 */
export function retriedTwice(file, results) {
  const last = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : []
  const retried = results.filter(({ outcome }) => outcome === 'retried').map(({ name }) => name)
  // One test may run on two databases, and pass at once on one of them.
  const ran = new Set(results.map(({ name }) => name))
  const unknown = last.filter((name) => !ran.has(name))
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify([...new Set([...retried, ...unknown])]))
  return [...new Set(retried)].filter((name) => last.includes(name))
}

function outcomeOf(isFine, errors) {
  if (!isFine) return 'failed'
  return errors.length > 0 ? 'retried' : 'passed'
}

const storiesOf = ({ specs = [], suites = [] }) => [...specs, ...suites.flatMap(storiesOf)]
