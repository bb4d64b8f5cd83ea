import { expect, type Page } from '@playwright/test'
import { answers } from '#features/answers/contract.ts'
import { forms } from '#features/forms/contract.ts'
import { notifications } from '#features/notifications/contract.ts'
import { observers } from '#features/observers/contract.ts'
import { places } from '#features/places/contract.ts'
import { session } from '#features/session/contract.ts'
import type { Language } from '#kit/contract/copy.ts'
import { scrollsSideways } from '../acts.ts'
import { dueAnHourAgo, plan } from '../deployment/plan-of.ts'
import { call, nameOf, type Phone } from '../phone.ts'
import { lostBySpacing, lostInForcedColours } from '../reader-settings.ts'
import { besideLogin } from '../second-tab.ts'
import { organiser } from '../server.ts'
import { pathOf, sizes, test } from '../stage.ts'
import { violationsOf } from '../violations.ts'

// Long, independent stories: all workers share them. The first is the short one, of `npm test`.
test.describe.configure({ mode: 'parallel' })
test.use({ about: 'routes', language: 'ro' })

/** A path of the specification's route table, and what everybody should find there. */
type Stop = {
  readonly path: string
  /** The redirect's target, if any. */
  readonly leadsTo?: string
  /** What is opened there before it is checked. */
  readonly open?: (page: Page) => Promise<void>
}

/** Something of everything, so that no page is empty. */
async function furnish(url: string, zoe: Phone): Promise<{ guarded: Stop[]; open: Stop[] }> {
  await plan(url, nameOf(5), ['AG-P', 3])
  await dueAnHourAgo(url, 'Plecare', { kind: 'station-info' })
  await zoe.arrive(['AG-P', 3], '2026-11-22 06:40')
  await zoe.answer(['AG-P', 3], { A1: ['Nu'], A3: ['Poliția', 'Altcineva: un electrician'] })
  await zoe.note(['AG-P', 3], { text: 'Ușa era deschisă.', question: 'A1', image: 'e2e/photo.png' })
  const { access_token: token } = await call(url, session.authorize, { body: organiser })
  const message = { title: 'Prezență', message: 'Trimiteți prezența la ora 12.' }
  await call(url, notifications.sendAll, { body: message }, token)

  const { threads } = await call(url, answers.list, { query: {} }, token)
  const [report] = threads
  const { formVersions } = await call(url, forms.list, { query: {} }, token)
  const sections = await call(
    url,
    forms.get,
    { params: { id: formVersions[0]?.id ?? 0 }, query: {} },
    token,
  )
  const questionId = sections?.[0]?.questions[0]?.id
  const [county] = await call(url, places.counties, {}, token)
  const people = await call(url, observers.list, { query: {} }, token)
  const history = await call(url, notifications.list, { query: {} }, token)
  const [person] = people.data
  const thread = `${report?.observerId}/${report?.pollingStationId}`

  return {
    open: [
      { path: '/login', open: (page) => page.locator('[type=submit]').click() },
      { path: '/forgotten' },
      { path: '/invitation' },
      { path: '/invitation#account=ana&token=not-one-of-ours' },
      { path: '/wall' },
      { path: '/wall#not-one-of-ours' },
      { path: '/api/docs' },
      { path: '/nowhere' },
    ],
    guarded: [
      { path: '/', leadsTo: '/answers?urgente=true' },
      { path: '/answers' },
      { path: '/answers?county=AG&page=1' },
      {
        path: `/answers/details/${thread}`,
        open: (page) =>
          page.getByRole('region').getByRole('button', { expanded: false }).first().click(),
      },
      { path: `/answers/details/${thread}?tab=notes` },
      { path: `/urgents/details/${thread}` },
      { path: '/urgent-answers', leadsTo: '/answers?urgente=true' },
      { path: '/statistics' },
      { path: '/statistics/sesizari-judete' },
      { path: '/statistics/coverage' },
      { path: '/analysis' },
      { path: `/analysis/${formVersions[0]?.id}/${questionId}` },
      { path: '/map' },
      { path: `/stations/${report?.pollingStationId}` },
      { path: '/stations/differences' },
      { path: `/observatori/telefon/${report?.observerId}` },
      {
        path: `/observatori/telefon/${report?.observerId}?station=${report?.pollingStationId}`,
        open: (page) => page.getByRole('tab').first().click(),
      },
      { path: '/observatori' },
      { path: '/observatori/profil/new' },
      { path: `/observatori/profil/view/id/${person?.id}` },
      { path: `/observatori/profil/edit/id/${person?.id}` },
      {
        path: `/observatori/profil/edit/${encodeURIComponent(person?.phone ?? '')}`,
        leadsTo: `/observatori/profil/edit/id/${person?.id}`,
      },
      { path: '/observatori/import' },
      { path: '/now' },
      { path: '/situation' },
      { path: '/deployment' },
      { path: '/deployment/areas' },
      { path: '/deployment/plan' },
      { path: '/deployment/plan/import' },
      { path: '/deployment/plan/copy' },
      { path: '/deployment/milestones' },
      { path: '/deployment/milestones/copy' },
      { path: '/formulare' },
      { path: '/formulare?tab=draft' },
      { path: '/formulare/nou' },
      { path: `/formulare/${formVersions[0]?.id}` },
      { path: `/formulare/${formVersions[0]?.id}/traduceri` },
      { path: '/notifications' },
      { path: `/notifications?toObserverIds=%5B${person?.id}%5D` },
      { path: '/notifications/history' },
      { path: `/notifications/history/${history.data[0]?.id}` },
      { path: '/polling-stations' },
      { path: '/polling-stations/nou' },
      { path: '/polling-stations/import' },
      { path: `/polling-stations/${county?.id}` },
      { path: '/unmatched' },
      { path: '/incidents' },
      { path: '/handover' },
      { path: '/settings/accounts' },
      { path: '/settings/keys' },
      { path: '/settings/hooks' },
      { path: '/settings/security' },
      { path: '/settings/alerts' },
      { path: '/history' },
      { path: '/settings/elections' },
      { path: '/settings/server' },
    ],
  }
}

/** Everything that is wrong with the page, in words; accessibility in one language: elements are the same in all. */
async function faultsOf(page: Page, language: Language): Promise<string[]> {
  const violations = language === 'ro' ? await violationsOf(page) : []
  const { widths, heights } = await page.evaluate(() => {
    const { scrollWidth, clientWidth, scrollHeight } = document.documentElement
    const end = Math.ceil(document.body.getBoundingClientRect().bottom + window.scrollY)
    return { widths: { scrollWidth, clientWidth }, heights: { scrollHeight, end } }
  })
  return [
    ...violations,
    ...(await page.evaluate(namedWithoutLink)),
    ...(widths.scrollWidth > widths.clientWidth
      ? [`scrolls sideways: ${widths.scrollWidth} of ${widths.clientWidth}`]
      : []),
    ...(heights.scrollHeight > heights.end
      ? [`scrolls below its end: ${heights.scrollHeight} of ${heights.end}`]
      : []),
  ]
}

/** Where the station of the report is named, not to be chosen, and neither that nor its row leads to its page. */
function namedWithoutLink(): string[] {
  const isNamed = (element: Element) => /Pitești\D{0,20}\b3\b/.test(element.textContent ?? '')
  const link = 'a[href^="/stations/"]'
  const leads = (element: Element) =>
    element.closest(link) ??
    (element.closest('li, tr, article, section') ?? element).querySelector(link)
  return [...document.querySelectorAll('main *')]
    .filter((one) => isNamed(one) && ![...one.children].some(isNamed) && !one.closest('h1, button'))
    .filter((one) => !leads(one))
    .map((one) => `leads to no station: ${one.outerHTML.slice(0, 200)}`)
}

async function expectArrival(page: Page, { leadsTo, open }: Stop): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  await expect(page).toHaveTitle(/\S.* · Veghe$/)
  if (leadsTo) expect(pathOf(page.url())).toBe(leadsTo)
  await open?.(page)
}

/** Collects the errors that a page logs from now on. */
function complaintsOf(page: Page): string[] {
  const complaints: string[] = []
  page.on('pageerror', ({ message }) => complaints.push(message))
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  return complaints
}

type Look = { readonly size: keyof typeof sizes; readonly colorScheme: 'light' | 'dark' }

/**
 * In Romanian at every width, light on one and dark on the other, by a user already signed in; in English, whose
 * sentences are shorter, on a phone, signing in on the way.
 */
const views = [
  {
    story: 'every page is open to everybody, at every width, in light and dark: ro',
    isSignedIn: true,
    language: 'ro',
    first: { size: 'desktop', colorScheme: 'light' },
    next: { size: 'phone', colorScheme: 'dark' },
  },
  {
    story:
      'every guarded address leads to the sign-in page, and back after sign-in; there every page is open to every account, on a phone: en',
    isSignedIn: false,
    language: 'en',
    first: { size: 'phone', colorScheme: 'light' },
    next: undefined,
  },
] as const satisfies readonly {
  story: string
  isSignedIn: boolean
  language: Language
  first: Look
  next: Look | undefined
}[]

test('opens every page at the width of a tablet without errors, with a reader’s text spacing and forced colours', async ({
  page,
  server,
  phone,
}) => {
  test.setTimeout(480_000)
  const { guarded, open } = await furnish(server.url, await phone(5))
  const complaints = complaintsOf(page)
  const soft = expect.configure({ soft: true })
  for (const stop of [...guarded, ...open.filter(({ path }) => path !== '/login')])
    await test.step(stop.path, async () => {
      await page.setViewportSize({ width: 820, height: 1180 })
      await page.goto(stop.path)
      await expectArrival(page, stop)
      const isTooWide = await scrollsSideways(page)
      expect.soft({ complaints: complaints.splice(0), isTooWide }, stop.path).toEqual({
        complaints: [],
        isTooWide: false,
      })
      const lost = async () => [
        ...(await lostInForcedColours(page)),
        ...(await lostBySpacing(page)),
      ]
      await soft.poll(lost, { message: stop.path, timeout: 20_000 }).toEqual([])
    })
})

/** The routes in three parts, which workers share. */
const parts = [1, 2, 3]
const partOf = (stops: Stop[], part: number) =>
  stops.filter((_, nth) => nth % parts.length === part - 1)

for (const { view, part } of views.flatMap((view) => parts.map((part) => ({ view, part })))) {
  const { story, isSignedIn, language, first, next } = view
  test.describe(() => {
    test.use({ isSignedIn, language, about: `routes, part ${part}` })
    test.setTimeout(300_000)

    test(`${story}, part ${part}`, { tag: '@slow' }, async ({ page, server, phone }) => {
      const furnished = await furnish(server.url, await phone(5))
      const guarded = partOf(furnished.guarded, part)
      const open = partOf(furnished.open, part)
      const complaints = complaintsOf(page)
      const as = async ({ size, colorScheme }: Look) => {
        await page.setViewportSize(sizes[size])
        await page.emulateMedia({ colorScheme })
      }
      const soft = expect.configure({ soft: true })
      const expectFine = async (path: string, { size }: Look) => {
        const message = `${path}, ${size}`
        await soft.poll(() => faultsOf(page, language), { message, timeout: 30_000 }).toEqual([])
        soft(complaints.splice(0), message).toEqual([])
      }
      const look = async (stop: Stop) => {
        await expectArrival(page, stop)
        await expectFine(stop.path, first)
        if (!next) return
        await as(next)
        await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
        await expectFine(stop.path, next)
      }

      const login = isSignedIn ? undefined : await besideLogin(page, server.url)
      for (const stop of guarded)
        await test.step(stop.path, async () => {
          await as(first)
          await (login ? login.reach(stop.path) : page.goto(stop.path))
          // Requests under way at sign-out are rightly refused.
          if (login) complaints.length = 0
          await login?.goThrough(stop.leadsTo ?? stop.path)
          await look(stop)
          await login?.signOut(stop.path)
        })
      await page.evaluate(() => localStorage.removeItem('token-id'))
      await page.goto('about:blank')
      complaints.length = 0
      for (const stop of open)
        await test.step(stop.path, async () => {
          await as(first)
          await page.goto(stop.path)
          await look(stop)
        })
    })
  })
}
