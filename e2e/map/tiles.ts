import sharp from 'sharp'

/** One picture of the whole world, in this colour. */
export const worldIn = (colour: string): Promise<Buffer> =>
  sharp({ create: { width: 256, height: 256, channels: 3, background: colour } })
    .png()
    .toBuffer()

const headerBytes = 127

/** A file of tiles with this one, by the published format: https://github.com/protomaps/PMTiles, version 3. */
export function pmtilesOf(tile: Buffer): Buffer {
  // One entry: the first tile, run length one, its length, offset zero.
  const directory = Buffer.from([1, 0, 1, ...varint(tile.length), 1])
  const metadata = Buffer.from('{"attribution":"Primăria"}')
  const header = Buffer.alloc(headerBytes)
  header.write('PMTiles')
  header[7] = 3
  const parts = [directory.length, metadata.length, 0, tile.length]
  let offset = headerBytes
  parts.forEach((length, nth) => {
    header.writeBigUInt64LE(BigInt(offset), 8 + nth * 16)
    header.writeBigUInt64LE(BigInt(length), 16 + nth * 16)
    offset += length
  })
  for (const at of [72, 80, 88]) header.writeBigUInt64LE(1n, at)
  const [isClustered, uncompressed, png] = [1, 1, 2]
  header.set([isClustered, uncompressed, uncompressed, png, 0, 0], 96)
  for (const [at, degrees] of [
    [102, -180],
    [106, -85],
    [110, 180],
    [114, 85],
  ] as const)
    header.writeInt32LE(degrees * 10_000_000, at)
  return Buffer.concat([header, directory, metadata, tile])
}

function varint(number: number): number[] {
  return number < 128 ? [number] : [(number % 128) + 128, ...varint(Math.floor(number / 128))]
}
