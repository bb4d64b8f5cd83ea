import { expect, test } from 'vitest'
import * as z from 'zod'
import { mark } from './sending-key.ts'

const words = { title: 'Atenție', message: 'Rămâneți la secție', recipients: [1, 2] }

test('reuses the key for the same form until its content changes', () => {
  const first = mark(words, undefined)

  expect(mark({ ...words }, first).key).toBe(first.key)
  expect(mark({ ...words, recipients: [1] }, first).key).not.toBe(first.key)
  expect(mark(words, undefined).key).not.toBe(first.key)
})

test('generates keys that the server accepts', () => {
  for (let time = 0; time < 100; time++)
    expect(z.uuid().safeParse(mark(time, undefined).key).success).toBe(true)
})
