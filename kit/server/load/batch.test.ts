import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { batched } from './batch.ts'

/** Work whose batches end when the test says so; it keeps what each batch was given. */
function steered() {
  const batches: { readonly inputs: readonly string[]; end: (error?: Error) => void }[] = []
  const work = (inputs: readonly string[]) =>
    new Promise<string[]>((resolve, reject) => {
      const end = (error?: Error) =>
        error ? reject(error) : resolve(inputs.map((input) => input.toUpperCase()))
      batches.push({ inputs, end })
    })
  return { batches, work, given: () => batches.map(({ inputs }) => inputs.join('')) }
}

test('queues inputs during a batch for the next, and answers each separately', async () => {
  const { batches, work, given } = steered()
  const ask = batched(work, { atOnce: 1, most: 3 })

  const first = ask('a')
  await turn()
  const others = ['b', 'c', 'd', 'e'].map(ask)
  await turn()
  expect(given()).toEqual(['a'])

  batches[0]!.end()
  expect(await first).toBe('A')
  await turn()
  batches[1]!.end()
  await others[2]
  await turn()
  batches[2]!.end()

  expect(await Promise.all(others)).toEqual(['B', 'C', 'D', 'E'])
  expect(given()).toEqual(['a', 'bcd', 'e'])
})

test('starts inputs of one turn of the loop together, without waiting for more', async () => {
  const { work, given } = steered()
  const ask = batched(work, { atOnce: 1, most: 10 })

  for (const input of ['a', 'b']) void ask(input)
  await turn()

  expect(given()).toEqual(['ab'])
})

test('waits until a batch is half as large as the running batch, or none runs', async () => {
  const { batches, work, given } = steered()
  const ask = batched(work, { atOnce: 2, most: 10, patienceMs: 60_000 })
  const first = ['a', 'b', 'c'].map(ask)
  await turn()

  void ask('d')
  await turn()
  expect(given()).toEqual(['abc'])
  for (const input of ['e', 'f']) void ask(input)
  await turn()
  expect(given()).toEqual(['abc', 'def'])

  void ask('g')
  batches[0]!.end()
  await Promise.all(first)
  await turn()
  expect(given()).toEqual(['abc', 'def'])

  void ask('h')
  batches[1]!.end()
  await turn()
  await turn()
  expect(given()).toEqual(['abc', 'def', 'gh'])
})

test('starts a small batch when its patience runs out', async () => {
  const { work, given } = steered()
  const begun = new Promise<void>((resolve) => {
    const ask = batched(
      (inputs: readonly string[]) => {
        if (inputs.includes('c')) resolve()
        return work(inputs)
      },
      { atOnce: 2, most: 10, patienceMs: 1 },
    )
    for (const input of ['a', 'b']) void ask(input)
    setImmediate(() => void ask('c'))
  })

  await begun

  // The first has not ended, and does not have to.
  expect(given()).toEqual(['ab', 'c'])
})

test('runs inputs of one key in sequence, without delaying other keys', async () => {
  const { batches, work, given } = steered()
  const ask = batched(work, { atOnce: 2, most: 10, keyOf: (input) => input[0] })

  const replies = ['a1', 'a2', 'b1'].map(ask)
  await turn()
  void ask('c1')
  await turn()
  expect(given()).toEqual(['a1b1', 'c1'])

  batches[1]!.end()
  await turn()
  expect(given()).toEqual(['a1b1', 'c1'])

  batches[0]!.end()
  await replies[0]
  await turn()
  expect(given()).toEqual(['a1b1', 'c1', 'a2'])
})

test('retries a failed batch one by one, and rejects only inputs that fail alone', async () => {
  const given: string[] = []
  const work = async (inputs: readonly string[]) => {
    given.push(inputs.join(''))
    if (inputs.includes('b')) throw new Error('no b')
    return inputs
  }
  const ask = batched(work, { atOnce: 1, most: 10 })

  const outcomes = await Promise.allSettled(['a', 'b', 'c'].map(ask))

  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(given).toEqual(['abc', 'a', 'b', 'c'])
})
