import { expect, type Page, type Route } from '@playwright/test'
import { nameOf } from '../phone.ts'
import { pathOf, test } from '../stage.ts'

test.use({ about: 'pages that read once' })

/** The next page's requests, by path; none of the page before is still running. */
async function readsOfNext(page: Page): Promise<string[]> {
  await page.goto('about:blank')
  const calls: string[] = []
  page.on('request', (request) => {
    const path = pathOf(request.url())
    if (request.method() === 'GET' && path.startsWith('/api/v1/')) calls.push(path)
  })
  return calls
}

/** Longer than a page's throttle, and much shorter than its data counts as fresh. */
const aWhileMs = 5000

/** The events since some milliseconds ago, and those to come, as text. */
async function* eventsSince(page: Page, url: string, agoMs: number): AsyncGenerator<string> {
  const token = await page.evaluate(() => localStorage.getItem('token-id'))
  const opened = await fetch(`${url}/api/live?since=${Date.now() - agoMs}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  for await (const bytes of opened.body ?? []) yield new TextDecoder().decode(bytes)
}

/** Whether a server that has just started does not yet know the events of a few seconds ago. */
async function misses(page: Page, url: string): Promise<boolean> {
  for await (const text of eventsSince(page, url, 5000)) return text.includes('live.missed')
  return true
}

/** Resolves once figures have changed. */
async function figuresToChange(page: Page, url: string): Promise<void> {
  for await (const text of eventsSince(page, url, 0)) if (text.includes('figures.changed')) return
}

const twice = (calls: readonly string[]) =>
  calls.filter((path, at) => calls.indexOf(path) !== at).sort()

for (const [path, shown, reads] of [
  ['/answers', 'All answers', 10],
  ['/statistics', 'Statistics', 18],
  ['/observatori', 'Observers', 9],
] as const)
  test(`reads the data of ${path} once, in ${reads} calls, even after the event stream opens`, {
    tag: '@slow',
  }, async ({ page, server }) => {
    await page.goto('/formulare')
    await expect.poll(() => misses(page, server.url), { timeout: 20_000 }).toBe(false)
    await page.clock.install()
    const calls = await readsOfNext(page)
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: shown })).toBeVisible()
    await expect(page.getByText('Live', { exact: true })).toBeVisible()

    await page.clock.fastForward(aWhileMs)
    await page.clock.resume()
    await expect.poll(() => calls.length).toBe(reads)

    // Later requests come after any possible refetch.
    await page.getByRole('link', { name: 'Veghe, home page' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Urgent answers' })).toBeVisible()
    expect(twice(calls)).toEqual([])
  })

test('shows a report that arrived between the read and the event stream', async ({
  page,
  phone,
  server,
}) => {
  const razvan = await phone(4)
  await page.goto('/formulare')
  await expect.poll(() => misses(page, server.url), { timeout: 20_000 }).toBe(false)
  const calls = await readsOfNext(page)
  const held: Route[] = []
  await page.route('**/api/live**', (route) => {
    held.push(route)
  })
  await page.goto('/answers?county=AG&pollingStationNumber=3')
  await expect(page.getByRole('heading', { level: 1, name: 'All answers' })).toBeVisible()
  await expect.poll(() => held.length).toBe(1)

  await razvan.answer(['AG-P', 3], { A1: ['Nu'] })
  await Promise.all(held.map((route) => route.continue()))

  await expect(page.getByRole('link', { name: nameOf(4) })).toBeVisible()
  // And only what it may have changed; figures are read again once they are counted, at any moment.
  expect(twice(calls).filter((path) => !/\/(now|reviews\/count)$/.test(path))).toEqual([
    '/api/v1/answers?county=AG&pollingStationNumber=3&page=1&pageSize=20',
    '/api/v1/answers?urgent=true&unseen=true&page=1&pageSize=5',
  ])
})

test('reads a figure again when it changes during its first read', { tag: '@slow' }, async ({
  page,
  phone,
  server,
}) => {
  const ioana = await phone(5)
  await page.goto('/formulare')
  await expect.poll(() => misses(page, server.url), { timeout: 20_000 }).toBe(false)
  const calls = await readsOfNext(page)
  const reads = () => calls.filter((path) => path.endsWith('/api/v1/now')).length
  const replies: (() => Promise<void>)[] = []
  await page.route('**/api/v1/now', async (route) => {
    if (replies.length > 0) return route.continue()
    const response = await route.fetch()
    replies.push(() => route.fulfill({ response }))
  })
  await page.goto('/answers')
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  await expect.poll(() => replies.length).toBe(1)

  const changed = figuresToChange(page, server.url)
  await ioana.answer(['AG-P', 3], { A1: ['Nu'] })
  await changed
  await expect(page.getByRole('link', { name: nameOf(5) })).toBeVisible()
  await replies[0]?.()

  await expect.poll(reads).toBe(2)
})
