import { expect } from '@playwright/test'
import { languages } from '#kit/contract/copy.ts'
import { test } from '../stage.ts'

test.use({ isSignedIn: false })

test('serves texts in both languages, keyed by place, and revalidates them each time', {
  tag: '@slow',
}, async ({ request }) => {
  const texts: Record<string, { answers: Record<string, string> }> = {}
  for (const language of languages) {
    const reply = await request.get(`/assets/i18n/${language}.json`)
    expect(reply.headers()).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-cache',
    })
    texts[language] = await reply.json()
  }

  expect(texts['ro']?.answers).toMatchObject({
    urgentAnswers: 'Răspunsuri urgente',
    total: '{count, plural, one {un raport} few {# rapoarte} other {# de rapoarte}}',
  })
  expect(texts['en']?.answers).toMatchObject({ urgentAnswers: 'Urgent answers' })
})

test('answers not found for an unsupported language', { tag: '@slow' }, async ({ request }) => {
  const reply = await request.get('/assets/i18n/fr.json')

  expect(reply.status()).toBe(404)
  expect(await reply.json()).toMatchObject({ code: 'thing.not-found' })
})
