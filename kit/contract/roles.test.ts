import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { rights, rightsByRole, rightsOf, roles, rolesWith } from './roles.ts'

test('matches the table of docs/roles.md', async () => {
  const text = await readFile('docs/roles.md', 'utf8')
  const [heading, ...rows] = text
    .split('\n')
    .filter((line) => /^\| (right|`)/.test(line))
    .map((line) => line.split('|').slice(1, -1))
    .map(([first = '', ...cells]) => [first, ...cells.map((cell) => cell.trim())])

  expect(heading?.slice(1)).toEqual(roles)
  expect(rows.map(([right = '', ...cells]) => [/`(.+)`/.exec(right)?.[1], cells])).toEqual(
    rights.map((right) => [
      right,
      roles.map((role) => (rolesWith(right).includes(role) ? 'yes' : '–')),
    ]),
  )
})

test('gives each role the rights of the next role, and more', () => {
  const counts = roles.map((role) => rightsByRole[role].length)

  expect(counts).toEqual([...counts].sort((one, other) => other - one))
  for (const [place, role] of roles.slice(1).entries())
    expect(rightsByRole[roles[place]!]).toEqual(expect.arrayContaining([...rightsByRole[role]]))
})

test('denies rights over all counties to accounts limited to counties', () => {
  for (const role of roles) {
    const limited = rightsOf(role, { isLimited: true })
    expect(limited).toContain('read')
    for (const right of ['recruit', 'accounts', 'set-up'] as const)
      expect(limited).not.toContain(right)
  }
})
