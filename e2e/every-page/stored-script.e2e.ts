import { expect, type Page } from '@playwright/test'
import { accounts } from '#features/accounts/contract.ts'
import { answers } from '#features/answers/contract.ts'
import { elections } from '#features/elections/contract.ts'
import { forms } from '#features/forms/contract.ts'
import { notes } from '#features/notes/contract.ts'
import { notifications } from '#features/notifications/contract.ts'
import { places } from '#features/places/contract.ts'
import { session } from '#features/session/contract.ts'
import { addObserver, asAna } from '../acts.ts'
import { call, fileOf, phoneOf } from '../phone.ts'
import { test } from '../stage.ts'

test.use({ about: 'stored script' })

/** Text that runs if a page treats it as more than text; `field` says where it was written. */
const script = (field: string) =>
  `${field} <img src=x onerror="ran('${field}')"><script>ran('${field}')</script>"><svg onload=ran('${field}')> javascript:ran('${field}')`

/** Without what form data does not allow in a name: quotation marks, and what looks like a folder. */
const fileName = 'file <img src=x onerror=ran(3)> <svg onload=ran(3)>.svg'

const bogdan = { phone: '0744 100 001', pin: '482100' }
const station = { countyCode: 'CJ', municipalityCode: 'CJ-T', pollingStationNumber: 1 }

/** Writes it into every field that staff fill in. */
async function writeAsStaff(url: string): Promise<void> {
  const current = await asAna(url, elections.current, {})
  const { day, timezone } = current
  await asAna(url, elections.edit, { body: { name: script('election'), day, timezone } })
  const cluj = (await asAna(url, places.counties, {})).find(({ code }) => code === 'CJ')
  const params = { id: cluj?.id as never }
  const body = { name: script('county'), code: 'CJ', provinceCode: 'TR' }
  await asAna(url, places.editCounty, { params, body })
  const address = script('address').replaceAll('"', '""')
  const file = fileOf('stations.csv', 'CommunityCode,Address,Number', `CJ-T,"${address}",1`)
  await asAna(url, places.importStations, { body: {} }, file)
  await addObserver(url, script('observer'), bogdan.phone, bogdan.pin)
  const ngo = { name: script('ngo'), shortName: '"><script>' }
  const ngoId = (await asAna(url, accounts.addNgo, { body: ngo })) as never
  const account = { account: script('account'), password: 'o parolă destul de lungă', ngoId }
  await asAna(url, accounts.add, { body: account })
  const message = { title: script('title'), message: script('message') }
  await asAna(url, notifications.sendAll, { body: message })
}

/** A form with it in every text. */
const addForm = (url: string) =>
  asAna(url, forms.add, {
    body: {
      code: '<svg onload=ran(2)>',
      description: script('form'),
      formSections: [
        {
          code: 'S',
          description: script('section'),
          questions: [
            {
              code: 'X1',
              text: script('question'),
              hint: script('hint'),
              questionType: 1,
              optionsToQuestions: [
                { text: script('option') },
                { text: script('other'), isFreeText: true, isFlagged: true },
              ],
            },
          ],
        },
      ],
    },
  })

/** Writes it into every field that a phone fills in, including file names. */
async function writeAsObserver(url: string): Promise<void> {
  const phone = await phoneOf(url, bogdan)
  await phone.answer(['CJ-T', 1], { X1: [`${script('other')}: ${script('answer')}`] })
  const login = { user: bogdan.phone, password: bogdan.pin, uniqueId: 'another' }
  const { access_token: token } = await call(url, session.authorizeV1, { body: login })
  const page = `<script>ran('file')</script>`
  for (const [text, place] of [
    [script('note'), station],
    [script('lost'), { countyCode: script('code'), pollingStationNumber: 1 }],
  ] as const)
    await call(url, notes.write, { body: { ...place, text } }, token, fileOf(fileName, page))
}

/** Everything on the page that ran, was asked, or was forbidden. */
async function listen(page: Page): Promise<string[]> {
  const heard: string[] = []
  await page.exposeFunction('ran', (field: string) => void heard.push(`ran ${field}`))
  await page.exposeFunction('forbidden', (what: string) => void heard.push(`forbidden ${what}`))
  await page.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', (event) =>
      (globalThis as unknown as { forbidden(what: string): void }).forbidden(
        `${event.violatedDirective} ${event.sample}`,
      ),
    ),
  )
  page.on('dialog', (dialog) => {
    heard.push(`dialog ${dialog.message()}`)
    void dialog.dismiss()
  })
  return heard
}

/** As texts, wherever they are on the page: whatever is written there, none of it ran. */
async function expectTexts(page: Page, fields: readonly string[]): Promise<void> {
  for (const field of fields) await expect(page.locator('body')).toContainText(script(field))
  const made = page.locator('img[src="x"], [onload], [onerror], body script:not([src])')
  await expect(made).toHaveCount(0)
  await expect(page.locator('a[href^="javascript:" i]')).toHaveCount(0)
}

test('shows text from staff and observers as text on every screen, never as script', {
  tag: '@slow',
}, async ({ page, server: { url } }) => {
  test.setTimeout(150_000)
  await writeAsStaff(url)
  const formId = await addForm(url)
  await writeAsObserver(url)
  const heard = await listen(page)
  const { threads } = await asAna(url, answers.list, { query: {} })
  const thread = `${threads[0]?.observerId}/${threads[0]?.pollingStationId}`
  const [cluj] = await asAna(url, places.counties, {})
  const { data } = await asAna(url, notifications.list, { query: {} })

  const stops: readonly (readonly [path: string, fields: readonly string[]])[] = [
    ['/answers', ['observer']],
    [`/answers/details/${thread}`, ['observer']],
    [`/answers/details/${thread}?tab=notes`, ['note']],
    ['/statistics', ['county']],
    ['/observatori', ['observer']],
    [`/observatori/profil/view/${encodeURIComponent(bogdan.phone)}`, ['observer']],
    [`/observatori/profil/edit/${encodeURIComponent(bogdan.phone)}`, []],
    ['/formulare', ['form']],
    [`/formulare/${formId}`, ['question', 'option']],
    ['/polling-stations', ['county']],
    [`/polling-stations/${cluj?.id}`, ['address']],
    ['/notifications', []],
    ['/notifications/history', ['title']],
    [`/notifications/history/${data[0]?.id}`, ['title', 'message', 'observer']],
    ['/unmatched', ['lost']],
    ['/settings/accounts', ['ngo', 'account']],
    ['/history', ['observer']],
    ['/settings/elections', ['election']],
  ]
  for (const [path, fields] of stops)
    await test.step(path, async () => {
      await page.goto(path)
      await expect(page.getByRole('heading').first()).toBeVisible()
      await expectTexts(page, fields)
    })

  await test.step('an answer, with its question, is opened', async () => {
    await page.goto(`/answers/details/${thread}`)
    await page
      .getByRole('tab')
      .filter({ hasText: script('form') })
      .click()
    await expectTexts(page, ['form', 'question', 'other', 'answer'])
  })

  await test.step('a file that says it is a drawing is offered, and is no page', async () => {
    await page.goto(`/answers/details/${thread}?tab=notes`)
    const file = page.getByRole('link', { name: fileName })
    const reply = await page.request.get((await file.getAttribute('href')) ?? '')
    expect(reply.headers()).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': expect.stringMatching(/^attachment; filename="\d+-\d+\.bin"$/),
      'content-security-policy': expect.stringContaining('sandbox'),
      'x-content-type-options': 'nosniff',
    })
  })

  expect(heard).toEqual([])
})

test('refuses foreign and script addresses as the return target after sign-in', async ({
  page,
  server: { url },
}) => {
  const heard = await listen(page)
  for (const next of [
    'https://elsewhere.example/',
    '//elsewhere.example/',
    '/\\elsewhere.example/',
    '/\t/elsewhere.example/',
    "javascript:ran('next')",
  ]) {
    await page.goto(`/login?next=${encodeURIComponent(next)}`)
    await expect(page.getByRole('navigation').first()).toBeVisible()
    expect([next, new URL(page.url()).origin]).toEqual([next, url])
  }

  expect(heard).toEqual([])
})
