import type { Page } from '@playwright/test'
import type { Language } from '#kit/contract/copy.ts'
import { chooseObservers } from './choose-file.ts'
import { organiser } from './server.ts'

/** One picture: the user, the page, and what was done there. */
export type Shot = {
  readonly name: string
  readonly path: string
  readonly language: Language
  readonly theme: 'light' | 'dark'
  readonly size: 'wide' | 'phone'
  readonly isSignedOut?: boolean
  readonly act?: (page: Page) => Promise<unknown>
}

const eyes = (language: Language, theme: Shot['theme'], size: Shot['size']) => ({
  language,
  theme,
  size,
})
const english = eyes('en', 'light', 'wide')
const englishDark = eyes('en', 'dark', 'wide')
const englishPhone = eyes('en', 'light', 'phone')
const englishDarkPhone = eyes('en', 'dark', 'phone')
const romanian = eyes('ro', 'light', 'wide')
const romanianDark = eyes('ro', 'dark', 'wide')
const romanianPhone = eyes('ro', 'light', 'phone')
const romanianDarkPhone = eyes('ro', 'dark', 'phone')

const press = async (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name }).first().click()

/** The report with the most content in the list. */
async function openReport(page: Page): Promise<void> {
  await page.locator('main li a[data-row]').nth(1).click()
  await page.getByRole('tab').first().waitFor()
}

/** Of the first urgent report. */
async function openStation(page: Page): Promise<void> {
  await openReport(page)
  await page.locator('main a[href^="/stations/"]:not([href$="/differences"])').first().click()
  await page.waitForURL('**/stations/*')
  await page.getByRole('heading', { level: 1 }).waitFor()
}

/** Once the counties and stations are drawn. */
async function waitForMap(page: Page): Promise<void> {
  await page.locator('canvas.maplibregl-canvas').waitFor({ timeout: 60_000 })
}

async function openNotes(page: Page): Promise<void> {
  await openReport(page)
  await page.getByRole('tab').last().click()
}

async function select(page: Page): Promise<void> {
  for (const row of [1, 2, 4]) await page.getByRole('checkbox').nth(row).check()
}

async function openRowMenu(page: Page): Promise<void> {
  await press(page, /^(More actions|Alte acțiuni)/)
  await page.getByRole('menu').waitFor()
}

async function askDeletion(page: Page): Promise<void> {
  await openRowMenu(page)
  await page.getByRole('menuitem').last().click()
  await page.getByRole('alertdialog').waitFor()
}

async function checkImport(page: Page): Promise<void> {
  await chooseObservers(page, [
    'Phone,Pin,Name',
    '0700 001 001,4821,Ioana Preda',
    '0700 001 002,1,Petru Albu',
  ])
  await page.getByRole('table').first().waitFor()
}

async function writeMessage(page: Page): Promise<void> {
  const text = page.getByRole('main').getByRole('textbox')
  await text.nth(-2).fill('Schimb de tură')
  await text.last().fill('La ora 18 vine echipa de seară. Rămâneți în secție până ajung colegii.')
}

async function askToSend(page: Page): Promise<void> {
  await writeMessage(page)
  await press(page, /^(Send to|Trimite la)/)
  await page.getByRole('alertdialog').waitFor()
}

async function search(page: Page): Promise<void> {
  await press(page, /^(Search|Caută)/)
  await page.getByRole('dialog').getByRole('textbox').fill('cluj')
  await page.getByRole('menuitem', { name: /^Cluj/ }).first().waitFor()
}

async function showKeys(page: Page): Promise<void> {
  await press(page, /^(Search|Caută)/)
  await page.getByRole('menuitem', { name: /^Arată tastele/ }).click()
  await page.getByRole('dialog', { name: 'Taste' }).waitFor()
}

/** From this browser, so that it is a known device, and as the only session. */
async function signInHere(page: Page): Promise<void> {
  await page.getByRole('textbox').first().fill(organiser.user)
  await page.locator('input[type=password]').fill(organiser.password)
  await page.keyboard.press('Enter')
  const others = page.getByRole('button', {
    name: /^(Sign out everywhere|Încheie toate celelalte)/,
  })
  await others.click()
  await others.waitFor({ state: 'detached' })
  await page.reload()
  await page.getByRole('heading', { name: /^(Passkeys|Chei de acces)/ }).waitFor()
  await page.waitForFunction(() => !document.querySelector('main [role=status]'))
}

async function loseServer(page: Page): Promise<void> {
  await page.route('**/api/**', (route) => route.abort())
  await page.reload()
  await page.getByRole('alert').waitFor()
}

const toSecurity = '/login?next=%2Fsettings%2Fsecurity'

export const shots: readonly Shot[] = [
  { name: 'sign-in', path: '/login', ...romanian, isSignedOut: true },
  { name: 'report', path: '/answers?urgente=true', ...english, act: openReport },
  { name: 'report', path: '/answers', ...romanianDark, act: openReport },
  { name: 'report', path: '/answers?urgente=true', ...romanianDarkPhone, act: openReport },
  { name: 'notes', path: '/answers?urgente=true', ...englishPhone, act: openNotes },
  { name: 'urgent', path: '/answers?urgente=true', ...romanianPhone },
  { name: 'statistics', path: '/statistics', ...english },
  { name: 'statistics', path: '/statistics', ...romanianDarkPhone },
  { name: 'statistic', path: '/statistics/numar-observatori', ...romanianDark },
  { name: 'coverage', path: '/statistics/coverage', ...english },
  { name: 'deployment', path: '/deployment', ...english },
  { name: 'deployment', path: '/deployment', ...romanianDarkPhone },
  { name: 'plan', path: '/deployment/plan', ...romanianDark },
  { name: 'situation', path: '/situation', ...romanianDark },
  { name: 'map', path: '/map', ...english, act: waitForMap },
  { name: 'station', path: '/answers?urgente=true', ...romanian, act: openStation },
  { name: 'observers', path: '/observatori', ...romanian, act: select },
  { name: 'observers', path: '/observatori', ...englishDarkPhone },
  { name: 'observers-menu', path: '/observatori', ...englishDark, act: openRowMenu },
  {
    name: 'observers-cards',
    path: '/observatori',
    ...english,
    act: (page) => press(page, 'Cards'),
  },
  { name: 'observers-delete', path: '/observatori', ...romanianPhone, act: askDeletion },
  { name: 'profile', path: '/observatori/profil/view/0700000012', ...romanian },
  { name: 'import', path: '/observatori/import', ...englishDark, act: checkImport },
  { name: 'forms', path: '/formulare', ...romanianPhone },
  { name: 'form', path: '/formulare/2', ...romanian },
  {
    name: 'form-preview',
    path: '/formulare/2',
    ...englishDarkPhone,
    act: (page) => press(page, 'Preview'),
  },
  {
    name: 'form-options',
    path: '/formulare/nou',
    ...english,
    act: async (page) => {
      await press(page, 'Add question')
      await press(page, 'Add predefined options')
      await page.getByRole('dialog').waitFor()
    },
  },
  { name: 'counties', path: '/polling-stations', ...englishDark },
  { name: 'counties', path: '/polling-stations', ...englishPhone },
  { name: 'county', path: '/polling-stations/13', ...romanian },
  { name: 'notification', path: '/notifications', ...romanian, act: writeMessage },
  { name: 'notification-confirm', path: '/notifications', ...romanianDarkPhone, act: askToSend },
  { name: 'history', path: '/notifications/history', ...english },
  { name: 'unplaced', path: '/unmatched', ...romanianDark },
  { name: 'accounts', path: '/settings/accounts', ...englishPhone },
  { name: 'accounts', path: '/settings/accounts', ...romanianDark },
  { name: 'security', path: toSecurity, ...romanian, isSignedOut: true, act: signInHere },
  { name: 'security', path: toSecurity, ...englishDarkPhone, isSignedOut: true, act: signInHere },
  { name: 'record', path: '/history', ...english },
  { name: 'elections', path: '/settings/elections', ...romanian },
  { name: 'search', path: '/answers?urgente=true', ...englishDark, act: search },
  { name: 'keys', path: '/answers?urgente=true', ...romanian, act: showKeys },
  { name: 'no-server', path: '/observatori', ...romanianPhone, act: loseServer },
  { name: 'not-found', path: '/nowhere', ...englishDarkPhone },
]
