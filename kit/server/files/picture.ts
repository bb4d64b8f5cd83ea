import sharp from 'sharp'

/** The longer side of a picture, in pixels: as much as a large screen shows. */
const longest = 1600

/**
 * More pixels than the largest photographs that phones commonly take (9248 × 6936): a file of a few kilobytes
 * may claim thousands of millions.
 */
const mostPixels = 65_000_000

// Files come from strangers: only the formats of phones and screenshots are opened. Blocking an operation
// blocks all that derive from it.
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
 * Re-encodes a photograph as a JPEG of what is visible and nothing else: upright, without place, time, device
 * or thumbnail, without any bytes after its end, of an animation the first picture. Undefined when it is
 * incomplete, too large, or of a format that we do not open.
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
