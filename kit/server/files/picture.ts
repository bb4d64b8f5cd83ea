import sharp from 'sharp'

/** The longer side of a picture, in pixels: as much as a large screen shows. */
const longest = 1600

/**
 * More pixels than the largest photographs that phones commonly take (9248 × 6936): a file of a few
 * kilobytes may claim thousands of millions.
 */
const mostPixels = 65_000_000

// What can be opened is opened from strangers: no more than what phones and screenshots are. An
// operation is blocked with all that derive from it.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: [
    'VipsForeignLoadJpeg',
    'VipsForeignLoadPng',
    'VipsForeignLoadWebp',
    'VipsForeignLoadNsgif',
  ],
})
sharp.cache(false)
sharp.concurrency(1)

/**
 * Writes a photograph anew, as a JPEG that holds what is seen and nothing else: upright, without
 * place, time, device or thumbnail, without what stood behind its end, of an animation the first
 * picture. Undefined when it is not whole, too large, or none that we open.
 */
export async function writePicture(photograph: Buffer): Promise<Buffer | undefined> {
  try {
    return await sharp(photograph, { failOn: 'error', limitInputPixels: mostPixels })
      .autoOrient()
      .resize({ width: longest, height: longest, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: 80 })
      .toBuffer()
  } catch {
    return undefined
  }
}
