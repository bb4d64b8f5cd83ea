import sharp from 'sharp'
import { expect, test } from 'vitest'
import { writePicture } from './picture.ts'

const drawn = () => sharp({ create: { width: 8, height: 8, channels: 3, background: '#5e2a84' } })

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect/></svg>'

test.each([
  ['a JPEG', () => drawn().jpeg().toBuffer(), true],
  ['a TIFF', () => drawn().tiff().toBuffer(), false],
  ['an AVIF', () => drawn().avif().toBuffer(), false],
  ['a drawing', async () => Buffer.from(svg), false],
  ['a document', async () => Buffer.from('%PDF-1.4'), false],
  ['nothing', async () => Buffer.alloc(0), false],
])('opens %s only if its bytes are of an accepted kind', async (_what, make, isOpened) => {
  expect((await writePicture(await make())) !== undefined).toBe(isOpened)
})
