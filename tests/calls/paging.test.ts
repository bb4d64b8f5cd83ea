import { expect, test } from 'vitest'
import { stage } from '#testing/stage.ts'

const set = stage()

const lists = [
  ['/api/v1/answers', 20],
  ['/api/v1/observer', 20],
  ['/api/v1/statistics/observerNumber', 20],
  ['/api/v1/notification/get/all', 100],
] as const

test.each(lists)(
  '%s ignores unreadable page parameters of first-system clients, and caps pages at a thousand',
  async (path, usual) => {
    const { ana } = await set()
    const pageOf = async (query: string) => {
      const reply = await ana.send({ url: `${path}?${query}` })
      expect([query, reply.statusCode]).toEqual([query, 200])
      return [reply.json().page, reply.json().pageSize]
    }

    for (const nothing of ['undefined', 'null', '', 'abc', '0', '-1', '2.5', 'NaN'])
      expect(await pageOf(`page=${nothing}&pageSize=${nothing}`)).toEqual([1, usual])
    expect(await pageOf('page=1&page=2&pageSize=5&pageSize=7')).toEqual([1, usual])
    expect(await pageOf('Page=2&PageSize=1001')).toEqual([2, 1000])
    expect(await pageOf('page=999999999999&pageSize=999999999999')).toEqual([2_147_483_647, 1000])
  },
)

test('names unreadable page parameters in lists of our own', async () => {
  const { ana } = await set()

  for (const path of ['/api/v1/unplaced', '/api/v1/history']) {
    const reply = await ana.send({ url: `${path}?pageSize=1001&page=undefined` })
    expect([path, reply.statusCode]).toEqual([path, 400])
    expect(Object.keys(reply.json().errors).sort()).toEqual(['page', 'pageSize'])
  }
})
