import { expect, test } from 'vitest'
import { openPasswords } from './password.ts'

/** A processor whose hashes take as long as they are told, by a clock of its own. */
function processor(takesMs: readonly number[]) {
  let now = 0
  let hashes = 0
  const work = async <T>(done: T) => {
    now += takesMs[hashes++ % takesMs.length] ?? 0
    return done
  }
  const passwords = openPasswords({
    hash: () => work('a hash'),
    verify: (known, password) => work(known === password),
    wait: async (ms) => {
      now += ms
    },
    now: () => now,
  })
  const timeOf = async (work: () => Promise<unknown>) => {
    const from = now
    await work()
    return now - from
  }
  return { ...passwords, timeOf, hashes: () => hashes }
}

test('takes as long for a password of an unknown account as of a known account', async () => {
  const { isPassword, timeOf, hashes } = processor([31, 29, 34, 30])
  const ofAccounts: number[] = []
  for (let time = 0; time < 16; time++)
    ofAccounts.push(await timeOf(() => isPassword('wrong', 'right', 'staff')))

  const ofNobody: number[] = []
  for (let time = 0; time < 200; time++)
    ofNobody.push(await timeOf(() => isPassword('wrong', undefined, 'staff')))

  // Not their average, which no hash takes: each as long as one of them, and all of them occur.
  expect(new Set(ofNobody)).toEqual(new Set(ofAccounts))
  expect(hashes()).toBe(16)
})

test('hashes a dummy password for the first unknown account, to measure the time', async () => {
  const { isPassword, timeOf, hashes } = processor([31])

  expect(await timeOf(() => isPassword('wrong', undefined))).toBe(31)
  expect(await timeOf(() => isPassword('wrong', undefined))).toBe(31)
  expect(hashes()).toBe(1)
})

test('queues an attempt on an unknown account like any other', async () => {
  const order: string[] = []
  const { isPassword } = processor([31])
  const asked = (name: string, known: string | undefined) =>
    isPassword('right', known, 'staff').then(() => order.push(name))

  await Promise.all([asked('first', 'right'), asked('unknown', undefined), asked('last', 'right')])

  expect(order).toEqual(['first', 'unknown', 'last'])
})
