/*
 * SHA-256 (FIPS 180-4), written out: the browser's own returns a promise for each text, of which a proof
 * would need millions, and works only on pages loaded over https.
 */

const primes = (count: number): number[] => {
  const found: number[] = []
  for (let number = 2; found.length < count; number++)
    if (found.every((prime) => number % prime !== 0)) found.push(number)
  return found
}

/** The first 32 bits of the fractional part. */
const fraction = (value: number) => Math.floor((value - Math.floor(value)) * 2 ** 32) | 0

const constants = Int32Array.from(primes(64), (prime) => fraction(Math.cbrt(prime)))
const start = Int32Array.from(primes(8), (prime) => fraction(Math.sqrt(prime)))
const words = new Int32Array(64)
const utf8 = new TextEncoder()

/** The digest of a text in UTF-8, with optional bytes before it, all in hexadecimal. */
export function sha256(text: string, before = ''): string {
  const bytes = padded(bytesOf(before), utf8.encode(text))
  const view = new DataView(bytes.buffer)
  const state = Int32Array.from(start)
  for (let block = 0; block < bytes.length; block += 64) addBlock(state, view, block)
  return [...state].map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('')
}

const bytesOf = (hexadecimal: string) =>
  Uint8Array.from(hexadecimal.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))

/** Padding: the message, a one bit, zeros, and its length in bits: whole blocks of 64 bytes. */
function padded(before: Uint8Array, text: Uint8Array): Uint8Array {
  const length = before.length + text.length
  const bytes = new Uint8Array(Math.ceil((length + 9) / 64) * 64)
  bytes.set(before)
  bytes.set(text, before.length)
  bytes[length] = 0x80
  new DataView(bytes.buffer).setBigUint64(bytes.length - 8, BigInt(length) * 8n)
  return bytes
}

const turned = (word: number, bits: number) => (word >>> bits) | (word << (32 - bits))

/** The message schedule: the words of a block, and 48 more computed from them. */
function expand(view: DataView, block: number): void {
  for (let nth = 0; nth < 16; nth++) words[nth] = view.getInt32(block + nth * 4)
  for (let nth = 16; nth < 64; nth++) {
    const old = wordAt(nth - 15)
    const late = wordAt(nth - 2)
    const first = turned(old, 7) ^ turned(old, 18) ^ (old >>> 3)
    const second = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10)
    words[nth] = (wordAt(nth - 16) + first + wordAt(nth - 7) + second) | 0
  }
}

const wordAt = (nth: number) => words[nth] ?? 0

function addBlock(state: Int32Array, view: DataView, block: number): void {
  expand(view, block)
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state
  for (let nth = 0; nth < 64; nth++) {
    const choice = (e & f) ^ (~e & g)
    const sum = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)
    const one = (h + sum + choice + (constants[nth] ?? 0) + wordAt(nth)) | 0
    const two = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + majority(a, b, c)) | 0
    h = g
    g = f
    f = e
    e = (d + one) | 0
    d = c
    c = b
    b = a
    a = (one + two) | 0
  }
  for (const [nth, word] of [a, b, c, d, e, f, g, h].entries())
    state[nth] = ((state[nth] ?? 0) + word) | 0
}

const majority = (a: number, b: number, c: number) => (a & b) ^ (a & c) ^ (b & c)
