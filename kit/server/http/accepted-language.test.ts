import { expect, test } from 'vitest'
import { lookupTags } from './accepted-language.ts'

test.each([
  ['hu-HU, en;q=0.5', ['hu-HU', 'hu', 'en']],
  [
    'en;q=0.5, zh-hant-cn-x-private1',
    ['zh-Hant-CN-x-private1', 'zh-Hant-CN', 'zh-Hant', 'zh', 'en'],
  ],
  ['iw, *, ro;q=0, x, %, de-CH-1996', ['he', 'de-CH-1996', 'de-CH', 'de']],
  [`en-x${'-a'.repeat(16)}, ro`, ['ro']],
  ['', []],
])('looks up the languages of %j from the best to the least', (header, tags) => {
  expect(lookupTags(header)).toEqual(tags)
})
