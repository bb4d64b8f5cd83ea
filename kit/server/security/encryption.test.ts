import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { beforeAll, expect, test } from 'vitest'
import { decrypt, encrypt } from './encryption.ts'

const passphrase = 'fiecare vot numără'
/** The bytes before the first piece, and those of a whole piece. */
const opening = 68
const piece = 65_536 + 16

const whole = (source: AsyncIterable<Buffer>) => buffer(Readable.from(source))
/** As a disk gives it, and as a slow line does. */
const streamOf = (bytes: Buffer, most = 65_536) =>
  Readable.from(
    Array.from({ length: Math.ceil(bytes.length / most) }, (_, index) =>
      bytes.subarray(index * most, (index + 1) * most),
    ),
  )
/** The least that a file may ask for: at the usual cost these tests would compute for ten seconds. */
const cheap = { log2N: 14, r: 8, p: 1 }
const seal = (bytes: Buffer) => whole(encrypt(streamOf(bytes), passphrase, cheap))
const unseal = (bytes: Buffer, most?: number) => whole(decrypt(streamOf(bytes, most), passphrase))

const plain = randomBytes(3 * 65_536)
let sealed: Buffer
beforeAll(async () => {
  sealed = await seal(plain)
})

test.each([0, 1, 65_535, 65_536, 65_537, 200_000])(
  'round-trips encrypted bytes: %i bytes',
  async (length) => {
    const bytes = plain.subarray(0, length)

    expect(await unseal(await seal(bytes), 1000)).toEqual(bytes)
  },
)

test('makes each guess of a passphrase cost 128 MB, which the file records', {
  tags: 'slow',
}, async () => {
  const usual = await whole(encrypt(streamOf(plain), passphrase))

  expect([...usual.subarray(16, 19)]).toEqual([17, 8, 1])
  expect(await unseal(usual)).toEqual(plain)
})

test('encrypts the same bytes differently each time', async () => {
  expect((await seal(plain)).subarray(opening).equals(sealed.subarray(opening))).toBe(false)
})

test.each([0, 20, 40, opening, opening + piece - 1, opening + piece, -1])(
  'refuses a file with a changed bit: byte %i',
  async (at) => {
    const changed = Buffer.from(sealed)
    const index = (at + changed.length) % changed.length
    changed.writeUInt8(changed.readUInt8(index) ^ 1, index)

    await expect(unseal(changed)).rejects.toThrow(
      /^(this is no backup|the passphrase is wrong$|the file was .*altered at byte \d+)/,
    )
  },
)

test.each([
  [20, 'the file is cut: it ends right after its beginning'],
  [opening, 'the file is cut: it ends right after its beginning'],
  [opening + 1, 'the file was cut or altered at byte 68 or soon after'],
  [opening + piece, 'the file is cut: its end is missing'],
  [opening + 2 * piece, 'the file is cut: its end is missing'],
  [
    opening + 3 * piece - 1,
    `the file was cut or altered at byte ${opening + 2 * piece} or soon after`,
  ],
])('refuses a file that is cut: after %i bytes', async (length, why) => {
  await expect(unseal(sealed.subarray(0, length))).rejects.toThrow(why)
})

test('refuses pieces in another order, or an extra piece', { tags: 'slow' }, async () => {
  const [head, ...pieces] = [0, 1, 2, 3].map((number) =>
    number === 0
      ? sealed.subarray(0, opening)
      : sealed.subarray(opening + (number - 1) * piece, opening + number * piece),
  )
  const [one, two, three] = pieces
  const made = (...parts: (Buffer | undefined)[]) =>
    Buffer.concat([head, ...parts].filter((part) => part !== undefined))

  await expect(unseal(made(two, one, three))).rejects.toThrow('altered at byte 68')
  await expect(unseal(made(one, two, three, three))).rejects.toThrow('altered')
  expect(await unseal(made(one, two, three))).toEqual(plain)
})

test('decrypts an altered file up to its last genuine piece, and no further', async () => {
  const given: Buffer[] = []
  const read = async () => {
    for await (const bytes of decrypt(streamOf(sealed.subarray(0, -1)), passphrase))
      given.push(bytes)
  }

  await expect(read()).rejects.toThrow('cut or altered')
  expect(Buffer.concat(given)).toEqual(plain.subarray(0, 2 * 65_536))
})

test('refuses a file that asks for more memory than a passphrase may cost', async () => {
  const greedy = Buffer.from(sealed)
  greedy.writeUInt8(40, 16)

  await expect(unseal(greedy)).rejects.toThrow('a newer Veghe wrote it')
})
