// The reports of Vitest and Playwright in one form: the tests that failed, also those that passed on retry:
// `{ name, why, isFailed }`.
import { relative } from 'node:path'

/** @param root the base of the files' relative paths. */
export function troublesOnServer(report, root) {
  return (report?.testResults ?? []).flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name)
    const troubles = assertionResults
      .filter(({ failureMessages }) => failureMessages.length > 0)
      .map((test) => ({
        name: `${file} › ${test.fullName}`,
        why: test.failureMessages.join('\n'),
        isFailed: test.status === 'failed',
      }))
    // A file may fail without a failed test: it could not be loaded.
    const isBroken = status === 'failed' && !troubles.some(({ isFailed }) => isFailed)
    return isBroken ? [...troubles, { name: file, why: message, isFailed: true }] : troubles
  })
}

export function troublesInBrowser(report) {
  return (report?.suites ?? []).flatMap(storiesOf).flatMap(({ file, title, ok, tests }) => {
    const errors = tests.flatMap(({ results }) => results).flatMap((result) => result.errors)
    if (ok && errors.length === 0) return []
    const why = errors.map(({ message }) => message).join('\n')
    return [{ name: `e2e/${file} › ${title}`, why, isFailed: !ok }]
  })
}

const storiesOf = ({ specs = [], suites = [] }) => [...specs, ...suites.flatMap(storiesOf)]
