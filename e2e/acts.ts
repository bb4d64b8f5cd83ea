import { expect, type Locator, type Page, type Route } from '@playwright/test'
import type { SentFile } from '#apps/cli/rehearsal.ts'
import { accounts } from '#features/accounts/contract.ts'
import { type FormMeta, forms } from '#features/forms/contract.ts'
import { notifications } from '#features/notifications/contract.ts'
import { observers } from '#features/observers/contract.ts'
import { places } from '#features/places/contract.ts'
import { session } from '#features/session/contract.ts'
import type { CallInput, Endpoint, Reply } from '#kit/contract/endpoint.ts'
import { call, fileOf } from './phone.ts'
import { organiser } from './server.ts'

/** Calls as the organiser, from another machine than the one on screen. */
export async function asAna<E extends Endpoint>(
  url: string,
  endpoint: E,
  sent: CallInput<E>,
  files?: readonly SentFile[],
): Promise<Reply<E>> {
  const { access_token } = await call(url, session.authorize, { body: organiser })
  return call(url, endpoint, sent, access_token, files)
}

/** Călin runs an organisation of his own, and has chosen his password, not yet on a screen. */
export async function addCalin(url: string) {
  const ngo = { name: 'Vot Curat', shortName: 'VC' }
  const ngoId = (await asAna(url, accounts.addNgo, { body: ngo })) as never
  const [user, password] = ['calin', 'parola lui Călin']
  const first = 'parola primită de Călin'
  await asAna(url, accounts.add, { body: { account: user, password: first, ngoId } })
  const { access_token } = await call(url, session.authorize, { body: { user, password: first } })
  await call(url, accounts.choosePassword, { body: { password } }, access_token)
  return { user, password, ngoId }
}

/** Signs in the first time, with a given password, and chooses a new one. */
export async function signInFirst(
  page: Page,
  { user, password }: { readonly user: string; readonly password: string },
  own: string,
): Promise<void> {
  await signIn(page, { user, password })
  await page.getByLabel('New password', { exact: true }).fill(own)
  await page.getByRole('button', { name: 'Set it and continue' }).click()
}

/** Signs in where the requested page requires it. */
export async function signIn(
  page: Page,
  { user, password }: { readonly user: string; readonly password: string },
): Promise<void> {
  await page.getByLabel('User').fill(user)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** Opens a path as a link within the page does: the app stays loaded. */
export const goWithin = (page: Page, path: string) =>
  page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)

export const addObserver = (url: string, name: string, phone: string, pin = '4821') =>
  asAna(url, observers.add, { body: { name, phone, pin } })

/** Adds so many at once, named `surname 0000` and so on. */
export async function addObservers(
  url: string,
  count: number,
  surname: string,
  prefix: string,
): Promise<void> {
  const rows = Array.from({ length: count }, (_, index) => {
    const number = String(index).padStart(4, '0')
    return `${prefix} ${number},4821,${surname} ${number}`
  })
  const file = fileOf('observers.csv', 'Phone,Pin,Name', ...rows)
  await asAna(url, observers.import, { body: {} }, file)
}

/** How many messages with this title went out. */
export const countSent = async (url: string, title: string) => {
  const { data } = await asAna(url, notifications.list, { query: {} })
  return data.filter((one) => one.title === title).length
}

/** Whether an observer can sign in on a phone with this pin. */
export const signsIn = (url: string, user: string, password: string) =>
  call(url, session.authorizeV1, { body: { user, password, uniqueId: user } }).then(
    () => true,
    () => false,
  )

/** A form of two sections, the first of three questions, each of three options; a draft. */
export const addForm = async (url: string, code: string, more: object = {}) =>
  (await asAna(url, forms.add, {
    body: {
      code,
      description: `Formularul ${code}`,
      draft: true,
      formSections: [
        {
          code: 'S1',
          description: 'Dimineața',
          questions: [1, 2, 3].map((n) => questionOf(code, n)),
        },
        { code: 'S2', description: 'Seara', questions: [4].map((n) => questionOf(code, n)) },
      ],
      ...more,
    },
  })) as FormMeta['id']

const questionOf = (code: string, number: number) => ({
  code: `${code}${number}`,
  text: `Cum a fost ${number}?`,
  questionType: 1 as const,
  optionsToQuestions: [{ text: 'Bine' }, { text: 'Rău' }, { text: 'Altfel' }],
})

/** The stored shape: sections, questions and options by name, in order. */
export const storedShape = async (url: string, id: FormMeta['id']) =>
  ((await asAna(url, forms.get, { params: { id }, query: {} })) ?? []).map((section) => [
    section.code,
    section.questions.map(({ code, optionsToQuestions }) =>
      [code, ...optionsToQuestions.map(({ text }) => text)].join(' '),
    ),
  ])

/** A new county, with so many stations and no reports from them. */
export const addCounty = (url: string, code: string, name: string, numberOfPollingStations = 3) =>
  asAna(url, places.addCounty, { body: { code, name, numberOfPollingStations } })

/** The toasts of a page. */
export const toast = (page: Page) => page.getByRole('region', { name: 'Messages' })

/** The confirmation dialog of a page. */
export const question = (page: Page) => page.getByRole('alertdialog')

export const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

/** An assignment in the plan; a list below may name observers without one. */
export const plannedRow = (page: Page, name: string) =>
  page
    .getByRole('table', { name: /^(Assignments|Repartizări)$/ })
    .getByRole('row')
    .filter({ hasText: name })

/** The rows of the list of reports, each a link to its report. */
export const reportRows = (page: Page) =>
  page.getByRole('list', { name: 'Reports' }).locator('a[data-row]')

/** The row of a county; similar names may occur. */
export const countyRow = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) })

/** Chooses from the menu of a row. */
export async function choose(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `More actions: ${name}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

/** Fills in a notification, and does not send it. */
export async function writeMessage(page: Page, title: string, message: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Title' }).fill(title)
  await page.getByRole('textbox', { name: 'Message' }).fill(message)
}

export const scrollsSideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)

/** Whether something in a part of the page is wider than that part, so that its end cannot be read. */
export const spillsOver = (part: Locator) =>
  part.evaluate((around) =>
    [...around.querySelectorAll('*')].some(({ scrollWidth }) => scrollWidth > around.clientWidth),
  )

/** Tabs through the fields until the wanted one has the focus, forwards or back. */
export async function tabTo(page: Page, wanted: Locator, key = 'Tab'): Promise<void> {
  for (let presses = 0; presses < 80; presses++) {
    if (await wanted.evaluate((one) => one === document.activeElement)) return
    await page.keyboard.press(key)
  }
  throw new Error('The focus never got there')
}

/** Drags a handle to another one, as a hand does: in several moves. */
export async function drag(page: Page, from: Locator, to: Locator): Promise<void> {
  await from.scrollIntoViewIfNeeded()
  const [start, end] = [await from.boundingBox(), await to.boundingBox()]
  if (!start || !end) throw new Error('Nothing to drag')
  const x = start.x + start.width / 2
  const y = start.y + start.height / 2
  const way = end.y + end.height / 2 - y
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x, y + Math.sign(way) * 8)
  await page.mouse.move(x, y + way / 2, { steps: 5 })
  await page.mouse.move(x, y + way + Math.sign(way) * 4, { steps: 5 })
  await expect(page.locator('[data-held]')).toHaveCount(1)
  await page.mouse.up()
}

/** Reorders concurrent calls so that the last comes first. */
export async function overtakingLine(page: Page, path: string) {
  const held: Route[] = []
  await page.route(path, (route) => {
    held.push(route)
  })
  return {
    /** Lets so many of them through, each when the one before was answered. */
    lets: async (count: number) => {
      for (let passed = 0; passed < count; passed++) {
        await expect.poll(() => held.length).toBeGreaterThan(0)
        const route = held.pop()
        const reply = page.waitForResponse((one) => one.request() === route?.request())
        await route?.continue()
        await (await reply).finished()
      }
    },
  }
}
