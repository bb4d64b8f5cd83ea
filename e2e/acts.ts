import { expect, type Locator, type Page } from '@playwright/test'
import { type FormMeta, forms } from '#features/forms/contract.ts'
import { session } from '#features/session/contract.ts'
import type { Endpoint, Reply, Sent } from '#kit/contract/endpoint.ts'
import { call } from './phone.ts'
import { organiser } from './server.ts'

/** Calls as the organiser, from another machine than the one on screen. */
export async function asAna<E extends Endpoint>(
  url: string,
  endpoint: E,
  sent: Sent<E>,
): Promise<Reply<E>> {
  const { access_token } = await call(url, session.authorize, { body: organiser })
  return call(url, endpoint, sent, access_token)
}

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
          questions: [1, 2, 3].map((n) => question(code, n)),
        },
        { code: 'S2', description: 'Seara', questions: [4].map((n) => question(code, n)) },
      ],
      ...more,
    },
  })) as FormMeta['id']

const question = (code: string, number: number) => ({
  code: `${code}${number}`,
  text: `Cum a fost ${number}?`,
  questionType: 1 as const,
  optionsToQuestions: [{ text: 'Bine' }, { text: 'Rău' }, { text: 'Altfel' }],
})

/** What is stored: sections, questions and options by what they are called, in their order. */
export const storedShape = async (url: string, id: FormMeta['id']) =>
  ((await asAna(url, forms.get, { params: { id }, query: {} })) ?? []).map((section) => [
    section.code,
    section.questions.map(({ code, optionsToQuestions }) =>
      [code, ...optionsToQuestions.map(({ text }) => text)].join(' '),
    ),
  ])

/** Goes from field to field until the wanted one has the focus, forwards or back. */
export async function tabTo(page: Page, wanted: Locator, key = 'Tab'): Promise<void> {
  for (let presses = 0; presses < 80; presses++) {
    if (await wanted.evaluate((one) => one === document.activeElement)) return
    await page.keyboard.press(key)
  }
  throw new Error('The focus never got there')
}

/** Drags a handle to where another one is, as a hand does: not at one bound. */
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
