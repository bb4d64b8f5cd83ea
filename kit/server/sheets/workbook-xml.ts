import { Parser } from 'saxen'
import { fault } from '#kit/contract/import/fault.ts'
import { type Archive, unpack } from './archive.ts'
import { type Pause, UnreadableFile } from './csv.ts'

/**
 * How much a workbook may hold: bytes once it is unpacked, cells and their characters, columns, and characters in a row
 * without any element.
 */
export const most = {
  bytes: 100_000_000,
  characters: 50_000_000,
  columns: 1000,
  quiet: 1_000_000,
} as const

/** The workbook being read, and the rest of its limits. */
export type Reading = {
  readonly file: string
  readonly archive: Archive
  readonly pause: Pause
  readonly left: { bytes: number; characters: number }
}

/** Called for each element, by its name without a prefix, and for the texts between. */
export type Visitor = {
  readonly open: (name: string, attribute: (name: string) => string | undefined) => void
  readonly text?: (text: string) => void
  readonly close?: (name: string) => void
}

export const tooLarge = ({ file }: Reading) => new UnreadableFile(file, fault('file.too-large'))

/** Reads the XML of a part piece by piece, until it is done; one that is not there is empty. */
export async function walk(
  reading: Reading,
  path: string,
  visitor: Visitor,
  isDone: () => boolean = () => false,
): Promise<void> {
  let [quiet, isBegun, pending] = [0, false, '']
  const open: Visitor['open'] = (...element) => {
    quiet = 0
    visitor.open(...element)
  }
  const parser = parserOf({ ...visitor, open })
  for await (const xml of xmlOf(reading, path)) {
    await reading.pause()
    isBegun = true
    pending += xml
    // The parser reads again what has no end yet: each piece is as long as that, so that nothing is read often.
    if (pending.length < quiet) continue
    quiet += pending.length
    const piece = pending
    guarded(reading, () => parser.write(piece))
    pending = ''
    if (quiet > most.quiet) throw tooLarge(reading)
    if (isDone()) return
  }
  if (!isBegun) return
  guarded(reading, () => {
    parser.write(pending)
    parser.end()
  })
}

async function* xmlOf(reading: Reading, path: string): AsyncGenerator<string> {
  const part = reading.archive.get(path)
  if (!part) return
  const decoder = new TextDecoder()
  try {
    for await (const chunk of unpack(part)) {
      reading.left.bytes -= chunk.length
      if (reading.left.bytes < 0) throw tooLarge(reading)
      yield decoder.decode(chunk, { stream: true })
    }
  } catch (error) {
    throw asDamaged(reading, error)
  }
}

function guarded(reading: Reading, act: () => unknown): void {
  try {
    act()
  } catch (error) {
    throw asDamaged(reading, error)
  }
}

const asDamaged = ({ file }: Reading, error: unknown) =>
  error instanceof UnreadableFile ? error : new UnreadableFile(file, fault('file.damaged'))

const withoutPrefix = (name: string) => name.slice(name.indexOf(':') + 1)

function parserOf({ open, text, close }: Visitor): Parser {
  const parser = new Parser()
  parser.on('openTag', (name, attributes, decode) => {
    const attribute = (wanted: string) => {
      const all = attributes()
      const key =
        wanted in all ? wanted : Object.keys(all).find((key) => key.endsWith(`:${wanted}`))
      return key && decode(all[key] ?? '')
    }
    open(withoutPrefix(name), attribute)
  })
  parser.on('text', (piece, decode) => text?.(decode(piece)))
  parser.on('cdata', (piece) => text?.(piece))
  parser.on('closeTag', (name) => close?.(withoutPrefix(name)))
  return parser
}
