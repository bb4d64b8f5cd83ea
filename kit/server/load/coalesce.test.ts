import { expect, test } from 'vitest'
import { coalescer } from './coalesce.ts'

/** Reads that end when the test says so. */
function steered() {
  const readings: { readonly what: string; end: (error?: Error) => void }[] = []
  const read = (what: string) => () =>
    new Promise<string>((resolve, reject) => {
      const nth = readings.length + 1
      const end = (error?: Error) => (error ? reject(error) : resolve(`${what} ${nth}`))
      readings.push({ what, end })
    })
  const end = async (nth: number, error?: Error) => {
    readings[nth - 1]!.end(error)
    // Its waiters continue in the following turns.
    await new Promise(setImmediate)
  }
  return { read, end, begun: () => readings.map(({ what }) => what) }
}

test('gives callers during a reading the next reading, which they share', async () => {
  const { read, end, begun } = steered()
  const once = coalescer<string>()

  const first = once('list', read('list'))
  const others = [once('list', read('list')), once('list', read('list'))]
  expect(begun()).toEqual(['list'])
  await end(1)
  expect(await first).toBe('list 1')
  const late = once('list', read('list'))
  await end(2)
  await end(3)

  expect(await Promise.all(others)).toEqual(['list 2', 'list 2'])
  expect(await late).toBe('list 3')
  expect(begun()).toHaveLength(3)
})

test('rejects callers that shared a failed reading, and starts the next', async () => {
  const { read, end } = steered()
  const once = coalescer<string>()

  const first = once('list', read('list'))
  const second = once('list', read('list'))
  await Promise.all([expect(first).rejects.toThrow('away'), end(1, new Error('away'))])
  await end(2)

  expect(await second).toBe('list 2')
})

test('reads different keys without waiting for each other', async () => {
  const { read, end, begun } = steered()
  const once = coalescer<string>()

  const answers = [once('Cluj', read('Cluj')), once('Alba', read('Alba'))]
  expect(begun()).toEqual(['Cluj', 'Alba'])
  await end(2)
  await end(1)

  expect(await Promise.all(answers)).toEqual(['Cluj 1', 'Alba 2'])
})
