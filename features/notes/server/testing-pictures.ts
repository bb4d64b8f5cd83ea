import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import type { Stage } from '#testing/stage.ts'
import { notes } from '../contract.ts'
import { aiud, listed } from './testing.ts'

/** Bogdan sends it; returns the file that staff see. */
export async function attach(cast: Stage, bytes: Uint8Array, name = 'photo.jpg') {
  await cast.bogdan.call(notes.write, { body: { ...aiud, text: name } }, [{ name, bytes }])
  return (await listed(cast)).at(-1)!.attachments[0]!
}

export const pathOf = (link: string | null) => link!.replace(/^http:\/\/[^/]+/, '')

/** Follows a link, as a browser does. */
export const open = ({ stranger }: Stage, link: string | null) =>
  stranger.send({ url: pathOf(link) })

/** A photograph of so many pixels, of a kind that is shown. */
export const photograph = (
  width = 60,
  height = 40,
  kind: 'jpeg' | 'png' | 'webp' | 'gif' = 'jpeg',
): Promise<Buffer> => drawn(width, height).toFormat(kind).toBuffer()

/** A photograph of a phone that was held upright, and knew where it was. */
export const taken = (width = 60, height = 40): Promise<Buffer> =>
  drawn(width, height)
    .jpeg()
    .withExif({
      IFD0: { Make: 'Telefon' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '46/1 18/1 0/1' },
    })
    .withMetadata({ orientation: 6 })
    .toBuffer()

const drawn = (width: number, height: number) => {
  const bytes = Buffer.from(Uint8Array.from({ length: width * height * 3 }, (_, at) => at % 251))
  return sharp(bytes, { raw: { width, height, channels: 3 } })
}

/** Twelve kilobytes that unfold into a hundred million pixels. */
export function flood(side = 10_000): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(side, 0)
  head.writeUInt32BE(side, 4)
  // One bit for each pixel, of grey.
  head.writeUInt8(1, 8)
  const rows = deflateSync(Buffer.alloc((side / 8 + 1) * side))
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', rows), chunk('IEND')])
}

function chunk(name: string, content = Buffer.alloc(0)): Buffer {
  const named = Buffer.concat([Buffer.from(name), content])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

/** The format, size and metadata of a picture. */
export async function look(picture: Buffer) {
  const { format, width, height, exif, icc, xmp, iptc, orientation } =
    await sharp(picture).metadata()
  return { format, width, height, tells: { exif, icc, xmp, iptc, orientation } }
}
