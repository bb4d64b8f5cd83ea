import { expect, test } from 'vitest'
import { Problem } from '#kit/contract/problem.ts'
import { openQueue, type Rank } from './queue.ts'

/** A queue that is busy until `begin`, so that later callers wait. */
function standing(most = 100) {
  const queue = openQueue({ atOnce: 1, most })
  const order: string[] = []
  const coming: Promise<unknown>[] = []
  let begin = () => {}
  const first = new Promise<void>((resolve) => {
    begin = resolve
  })
  coming.push(queue.run('phone', () => first))
  const come = (name: string, rank: Rank, times = 1) => {
    for (let time = 0; time < times; time++)
      coming.push(queue.run(rank, async () => order.push(name)))
  }
  const served = async () => {
    begin()
    await Promise.all(coming)
    return order
  }
  return { ...queue, come, served }
}

test('serves known accounts first, and an unknown account after every three', async () => {
  const { come, served } = standing()
  come('stranger', 'phone', 2)
  come('known', 'known phone', 7)

  expect((await served()).join(' ')).toBe(
    'known known known stranger known known known stranger known',
  )
})

test('alternates between staff and phones, whichever of them crowd', async () => {
  const { come, served } = standing()
  come('phone', 'phone', 4)
  come('staff', 'staff', 2)

  // The one whose turn it is was not served last.
  expect((await served()).join(' ')).toMatch(
    /^(staff phone staff phone|phone staff phone staff) phone phone$/,
  )
})

test('serves known staff without waiting for a crowd of known phones', async () => {
  const { come, served } = standing()
  come('phone', 'known phone', 5)
  come('staff', 'known staff')

  expect((await served()).indexOf('staff')).toBeLessThan(2)
})

test('serves tries that have begun before all others, and never refuses them', async () => {
  const { come, served } = standing(2)
  come('known', 'known staff', 2)
  come('begun', 'begun', 3)

  expect((await served()).slice(0, 3)).toEqual(['begun', 'begun', 'begun'])
})

test('serves a reserved place despite later arrivals, and frees it afterwards', async () => {
  const { keepPlace, serve, come, served } = standing(2)
  const leave = await keepPlace('staff')
  come('staff', 'staff')
  const full = new Problem('server.overloaded', { retryAfterSeconds: 2 })
  await expect(keepPlace('staff')).rejects.toMatchObject({ code: full.code })

  const mine = serve('staff', async () => 'mine')
  await served()

  expect(await mine).toBe('mine')
  leave()
  await (await keepPlace('staff'))()
})

test('holds up the queue for a link request as for a guess, however it ends', async () => {
  const { come, served } = standing()
  come('asking', 'asking', 2)
  come('staff', 'staff')
  const from = performance.now()

  expect(await served()).toEqual(['asking', 'asking', 'staff'])

  // Twice, because a caller waited behind each of the first two: no clock can make it less.
  expect(performance.now() - from).toBeGreaterThan(95)
})
