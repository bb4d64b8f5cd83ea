import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { isHeld, testsNamedIn } from './named-tests.ts'

/** Level 1 of OWASP ASVS 5.0.0, as its own list has it. */
const levelOne = (
  '1.2.1 1.2.2 1.2.3 1.2.4 1.2.5 1.3.1 1.3.2 1.5.1 2.1.1 2.2.1 2.2.2 2.3.1 3.2.1 3.2.2 3.3.1 3.4.1 3.4.2 ' +
  '3.5.1 3.5.2 3.5.3 4.1.1 4.4.1 5.2.1 5.2.2 5.3.1 5.3.2 6.1.1 6.2.1 6.2.2 6.2.3 6.2.4 6.2.5 6.2.6 6.2.7 ' +
  '6.2.8 6.3.1 6.3.2 6.4.1 6.4.2 7.2.1 7.2.2 7.2.3 7.2.4 7.4.1 7.4.2 8.1.1 8.2.1 8.2.2 8.3.1 9.1.1 9.1.2 ' +
  '9.1.3 9.2.1 10.4.1 10.4.2 10.4.3 10.4.4 10.4.5 11.3.1 11.3.2 11.4.1 12.1.1 12.2.1 12.2.2 13.4.1 14.2.1 ' +
  '14.3.1 15.1.1 15.2.1 15.3.1'
).split(' ')

const text = await readFile('docs/security.md', 'utf8')
const rows = [...text.matchAll(/^\| (\**)(\d+\.\d+\.\d+)\1 \| (.*?) \| (.*?) \| (.*) \|$/gm)].map(
  ([, mark, number = '', asks = '', state = '', why = '']) => ({
    isLevelOne: mark === '**',
    number,
    asks,
    state: state.replaceAll('*', ''),
    why,
  }),
)

test('marks the first level of the standard, and gives every line a known state', () => {
  expect(rows.filter((row) => row.isLevelOne).map(({ number }) => number)).toEqual(levelOne)
  const states = ['met', 'not met', 'operator', 'n/a']
  expect(rows.filter(({ state }) => !states.includes(state))).toEqual([])
})

test('states how many lines have each state', () => {
  const count = (state: string) => rows.filter((row) => row.state === state).length

  const document =
    /Of (\d+)\s+points (\d+) are met, (\d+) are not, (\d+) are the operator's and (\d+) do not apply/
  expect(document.exec(text)?.slice(1).map(Number)).toEqual([
    rows.length,
    count('met'),
    count('not met'),
    count('operator'),
    count('n/a'),
  ])
})

test('leaves no line of the first level unmet', () => {
  const unmet = rows.filter(({ isLevelOne, state }) => isLevelOne && state === 'not met')

  expect(unmet).toEqual([])
})

test('names an existing test for every line of the first level that is met', async () => {
  const unheld: string[] = []
  for (const { number, why } of rows.filter((row) => row.isLevelOne && row.state === 'met')) {
    const tests = testsNamedIn(why).filter(({ words }) => words !== '')
    if (tests.length === 0) unheld.push(`${number} names none`)
    for (const one of tests) if (!(await isHeld(one))) unheld.push(`${number}: ${one.words}`)
  }

  expect(unheld).toEqual([])
})
