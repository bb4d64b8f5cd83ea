import { expect, type Page } from '@playwright/test'
import { nameOf } from '../phone.ts'
import { pathOf, test } from '../stage.ts'
import { expectNoViolationsAnywhere } from '../violations.ts'

/** The browser's error messages, including violations of the content security policy. */
function complaintsOf(page: Page): string[] {
  const messages: string[] = []
  page.on('console', (message) => message.type() === 'error' && messages.push(message.text()))
  page.on('pageerror', (error) => messages.push(error.message))
  return messages
}

test.describe(() => {
  test.use({ isSignedIn: false })

  test('finds a call without an account and shows its parameters and responses', async ({
    page,
  }) => {
    const complaints = complaintsOf(page)
    await page.goto('/api/docs')
    await expect(page.getByRole('cell', { name: 'observer.phone-taken' })).toBeVisible()

    await page.getByRole('searchbox', { name: 'Find a call' }).fill('post observer import')
    await page.getByRole('link', { name: /Imports observers/ }).click()

    const call = page.getByRole('region', { name: 'observers.import' })
    await expect(call.getByRole('heading', { level: 2 })).toContainText('Imports observers')
    await expect(call.getByText('multipart/form-data')).toBeVisible()
    await call.getByText('The file has rows that do not fit', { exact: true }).click()
    await expect(call.getByText('"code": "import.refused"')).toBeVisible()
    expect(pathOf(page.url())).toBe('/api/docs?call=observers.import')
    expect(complaints).toEqual([])
  })

  test('tries signing in with an account and shows the usual refusal', async ({ page }) => {
    await page.goto('/api/docs?call=session.authorize')

    await page.getByLabel('Body, as JSON').fill('{ "user": "ana", "password": "wrong"')
    await page.getByRole('button', { name: 'Send' }).click()
    await expect(page.getByText('This is not JSON.')).toBeVisible()

    await page.getByLabel('Body, as JSON').fill('{ "user": "ana", "password": "wrong" }')
    await page.getByRole('button', { name: 'Send' }).click()
    const answer = page.getByRole('region', { name: 'The answer' })
    await expect(answer).toContainText('400 Bad Request')
    await expect(answer).toContainText('"code": "session.refused"')
  })
})

test('tries a call as the signed-in user and shows the command line', async ({ page }) => {
  const complaints = complaintsOf(page)
  await page.goto('/api/docs?call=observers.list')

  await page.getByLabel('name', { exact: true }).fill(nameOf(0))
  await page.getByRole('button', { name: 'Send' }).click()

  const answer = page.getByRole('region', { name: 'The answer' })
  await expect(answer).toContainText('200 OK')
  await expect(answer).toContainText(`"name": "${nameOf(0)}"`)
  await expect(answer).toContainText('"totalItems": 1')
  await answer.getByText('Headers').first().click()
  await expect(answer).toContainText('content-security-policy')
  const line = page.getByRole('figure', { name: 'On the command line' })
  await expect(line).toContainText(`/api/v1/observer?name=${encodeURIComponent(nameOf(0))}'`)
  await expect(line).toContainText('-H "authorization: Bearer $TOKEN"')
  expect(complaints).toEqual([])
})

test('requires the parameters of a call before sending it', async ({ page }) => {
  await page.goto('/api/docs?call=places.county')

  await page.getByLabel('id', { exact: true }).fill('')
  await page.getByRole('button', { name: 'Send' }).click()

  await expect(page.getByText('Fill this in.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'The answer' })).toBeHidden()
})

test('keeps the session when a trial token is refused', async ({ page }) => {
  await page.goto('/api/docs?call=session.me')

  await page.getByLabel('Token', { exact: true }).fill('a.forged.token')
  await page.getByRole('button', { name: 'Send' }).click()

  await expect(page.getByRole('region', { name: 'The answer' })).toContainText('401 Unauthorized')
  await page.goto('/answers')
  await expect(page.getByRole('heading', { name: 'All answers' })).toBeVisible()
})

test('shows events as they arrive until the stream is stopped', async ({ page, phone }) => {
  const iulia = await phone(3)
  await page.goto('/api/docs?call=live.stream')
  await page.getByRole('button', { name: 'Send' }).click()
  const answer = page.getByRole('region', { name: 'The answer' })
  await expect(answer).toContainText('200 OK')

  await iulia.answer(['BV-B', 2], { A1: ['Nu'] })

  await expect(answer).toContainText('event: answers.received')
  await page.getByRole('button', { name: 'Stop' }).click()
  await expect(page.getByRole('button', { name: 'Send' })).toBeEnabled()
  await expect(answer).toContainText('event: answers.received')
})

test('saves an export as a file', async ({ page }) => {
  await page.goto('/api/docs?call=exports.all')
  await page.getByRole('button', { name: 'Send' }).click()

  const saving = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Save the file' }).click()

  expect((await saving).suggestedFilename()).toBe('answsers.xlsx')
})

test('opens, reads and leaves a call by keyboard', async ({ page }) => {
  await page.goto('/api/docs')
  await page.getByRole('searchbox', { name: 'Find a call' }).fill('lists the counties, with')
  const link = page.getByRole('link', { name: /Lists the counties, with/ })

  await link.focus()
  await page.keyboard.press('Enter')

  await expect(page.getByRole('region', { name: 'places.counties' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(link).toBeFocused()
})

test('API page passes accessibility checks in light and dark, on desktop and phone', {
  tag: '@slow',
}, async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/api/docs')
  await page.getByRole('link', { name: /Lists the observers, a page/ }).click()
  await expect(page.getByRole('heading', { name: /^Lists the observers/ })).toBeVisible()
  await page.getByRole('button', { name: 'Send' }).click()
  await expectNoViolationsAnywhere(page, page.getByText('200 OK'))
})
