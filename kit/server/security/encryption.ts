import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  randomBytes,
  scrypt,
  timingSafeEqual,
} from 'node:crypto'

/** The format of an encrypted file, byte for byte: docs/operations.md. */
const magic = Buffer.from('veghe-backup-01\n')
const saltBytes = 16
const headBytes = magic.length + 4 + saltBytes
const macBytes = 32
const pieceBytes = 65_536
const tagBytes = 16

/** The cost of guessing a passphrase: 128 MB and a good part of a second for each. */
const usual = { log2N: 17, r: 8, p: 1 } as const
/** A foreign file may ask for more, but not for all the memory there is. */
const most = { log2N: 20, r: 16, p: 16 } as const

type Cost = { readonly log2N: number; readonly r: number; readonly p: number }
type Keys = { readonly content: Buffer; readonly head: Buffer }

/** The file was altered, or the passphrase is wrong. */
export class Undecipherable extends Error {
  override readonly name = 'Undecipherable'
}

/**
 * Encrypts a stream of bytes, so that nothing of it can be read, altered, moved or truncated unnoticed.
 * @param cost of guessing the passphrase; the file names it
 */
export async function* encrypt(
  source: AsyncIterable<Buffer>,
  passphrase: string,
  cost: Cost = usual,
): AsyncGenerator<Buffer> {
  const head = Buffer.concat([
    magic,
    Buffer.from([cost.log2N, cost.r, cost.p, 0]),
    randomBytes(saltBytes),
  ])
  const keys = await keysOf(passphrase, head)
  yield Buffer.concat([head, macOf(keys, head)])
  let number = 0
  // The last piece is marked as such, so one is held back until it is known whether more follow.
  for await (const { bytes, isLast } of piecesOf(source, pieceBytes)) {
    const cipher = createCipheriv('aes-256-gcm', keys.content, nonceOf(number++, isLast))
    yield Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
  }
}

/**
 * Decrypts; a piece is returned once it is proven to be genuine.
 * @throws Undecipherable, at the latest when the end is missing.
 */
export async function* decrypt(
  source: AsyncIterable<Buffer>,
  passphrase: string,
): AsyncGenerator<Buffer> {
  const rest = piecesOf(source, pieceBytes + tagBytes, headBytes + macBytes)
  const { value: first } = await rest.next()
  const opening = first?.bytes ?? Buffer.alloc(0)
  if (!opening.subarray(0, magic.length).equals(magic))
    throw new Undecipherable('this is no backup of Veghe')
  if (opening.length < headBytes + macBytes || first?.isLast)
    throw new Undecipherable('the file is cut: it ends right after its beginning')
  const head = opening.subarray(0, headBytes)
  const keys = await keysOf(passphrase, head)
  if (!timingSafeEqual(macOf(keys, head), opening.subarray(headBytes)))
    throw new Undecipherable('the passphrase is wrong')
  let number = 0
  for await (const { bytes, isLast } of rest) {
    yield open(keys, bytes, number, isLast)
    number += 1
  }
}

function open(keys: Keys, sealed: Buffer, number: number, isLast: boolean): Buffer {
  const bytes = unlock(keys, sealed, nonceOf(number, isLast))
  if (bytes) return bytes
  if (isLast && unlock(keys, sealed, nonceOf(number, false)))
    throw new Undecipherable('the file is cut: its end is missing')
  const place = `at byte ${headBytes + macBytes + number * (pieceBytes + tagBytes)}`
  throw new Undecipherable(`the file was ${isLast ? 'cut or ' : ''}altered ${place} or soon after`)
}

function unlock(keys: Keys, sealed: Buffer, nonce: Buffer): Buffer | undefined {
  if (sealed.length < tagBytes) return undefined
  const decipher = createDecipheriv('aes-256-gcm', keys.content, nonce)
  decipher.setAuthTag(sealed.subarray(-tagBytes))
  const bytes = decipher.update(sealed.subarray(0, -tagBytes))
  try {
    decipher.final()
    return bytes
  } catch {
    return undefined
  }
}

/** The number of the piece, and in the last byte whether it is the last. */
function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeBigUInt64BE(BigInt(number), 3)
  nonce.writeUInt8(isLast ? 1 : 0, 11)
  return nonce
}

const macOf = ({ head: key }: Keys, head: Buffer) => createHmac('sha256', key).update(head).digest()

async function keysOf(passphrase: string, head: Buffer): Promise<Keys> {
  const [log2N = 0, r = 0, p = 0] = head.subarray(magic.length, magic.length + 4)
  if (!isBearable({ log2N, r, p }))
    throw new Undecipherable('the beginning of the file was altered, or a newer Veghe wrote it')
  const salt = head.subarray(-saltBytes)
  const options = { N: 2 ** log2N, r, p, maxmem: 2 ** (log2N + 8) * r }
  // The same passphrase is typed as different bytes on different machines.
  const text = passphrase.normalize('NFKC')
  const both = await new Promise<Buffer>((resolve, reject) =>
    scrypt(text, salt, 64, options, (error, key) => (error ? reject(error) : resolve(key))),
  )
  return { content: both.subarray(0, 32), head: both.subarray(32) }
}

const isBearable = ({ log2N, r, p }: Cost) =>
  log2N >= 14 && log2N <= most.log2N && r >= 1 && r <= most.r && p >= 1 && p <= most.p

type Piece = { readonly bytes: Buffer; readonly isLast: boolean }

/** Cuts a stream into pieces of one length, the first perhaps of another; the last may be shorter. */
async function* piecesOf(
  source: AsyncIterable<Buffer>,
  length: number,
  firstLength = length,
): AsyncGenerator<Piece, undefined> {
  let waiting: Buffer = Buffer.alloc(0)
  let next = firstLength
  for await (const chunk of source) {
    waiting = waiting.length > 0 ? Buffer.concat([waiting, chunk]) : chunk
    while (waiting.length > next) {
      yield { bytes: waiting.subarray(0, next), isLast: false }
      waiting = waiting.subarray(next)
      next = length
    }
  }
  yield { bytes: waiting, isLast: true }
}
