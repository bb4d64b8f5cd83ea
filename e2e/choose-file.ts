import type { Page } from '@playwright/test'

/** A text file as a browser sends it; of lines, or of bytes. */
const fileOf = (content: readonly string[] | Buffer, name = 'import.csv') => ({
  name,
  mimeType: name.endsWith('.csv') ? 'text/csv' : 'application/octet-stream',
  buffer: Buffer.isBuffer(content) ? content : Buffer.from(content.join('\n')),
})

/** Chooses a file on the page of an import. */
export const chooseFile = (page: Page, ...file: Parameters<typeof fileOf>) =>
  page.getByLabel(/(Excel or|Excel sau) CSV/).setInputFiles(fileOf(...file))

/** Chooses the first organisation, and a file of its observers. */
export async function chooseObservers(
  page: Page,
  ...file: Parameters<typeof fileOf>
): Promise<void> {
  await page.getByRole('combobox').first().fill('O')
  await page.getByRole('option').first().click()
  await chooseFile(page, ...file)
}
