import type { Archive } from './archive.ts'

/** Excel's files from before 2007, which also wrap a workbook with a password. */
export const isOle = (bytes: Uint8Array): boolean => hasAt(bytes, 0, 'd0cf11e0')

/** An archive, as the files of spreadsheet programs are, or one of the older ones. */
export const isWorkbook = (bytes: Uint8Array): boolean =>
  hasAt(bytes, 0, '504b0304') || isOle(bytes)

const hasAt = (bytes: Uint8Array, at: number, hex: string): boolean =>
  Buffer.from(bytes.subarray(at, at + hex.length / 2)).toString('hex') === hex

/** How files begin that hold no rows of cells. */
const beginnings: readonly (readonly [kind: string, at: number, hex: string])[] = [
  ['PDF', 0, '25504446'],
  ['PNG', 0, '89504e47'],
  ['JPEG', 0, 'ffd8ff'],
  ['GIF', 0, '47494638'],
  ['TIFF', 0, '49492a00'],
  ['TIFF', 0, '4d4d002a'],
  ['WebP', 8, '57454250'],
  ['HEIC', 4, '66747970'],
  ['RTF', 0, '7b5c727466'],
  ['ZIP', 0, '504b0506'],
  ['gzip', 0, '1f8b'],
  ['bzip2', 4, '314159265359'],
  ['xz', 0, 'fd377a585a00'],
  ['7-Zip', 0, '377abcaf271c'],
  ['RAR', 0, '526172211a07'],
  ['tar', 257, '7573746172'],
  ['SQLite', 0, '53514c69746520666f726d6174'],
  ['Access', 4, '5374616e6461726420'],
]

/** The kind of a file without a list, by its first bytes; undefined if it may be text. */
export const otherKindOf = (bytes: Uint8Array): string | undefined =>
  beginnings.find(([, at, hex]) => hasAt(bytes, at, hex))?.[0]

/** Old programs other than Excel, by a name inside their files. */
const oldKinds = [
  ['WordDocument', 'Word 97–2003 (.doc)'],
  ['PowerPoint Document', 'PowerPoint 97–2003 (.ppt)'],
] as const

/** The other old program that wrote a file. */
export const otherOldKindOf = (bytes: Buffer): string | undefined =>
  oldKinds.find(([name]) => bytes.includes(name, 0, 'utf16le'))?.[1]

const packedKinds = [
  [/^word\//, 'Word (.docx)'],
  [/^ppt\//, 'PowerPoint (.pptx)'],
] as const

/** The kind of an archive that is not a workbook; undefined if it may be a workbook. */
export function otherPackedKindOf(archive: Archive): string | undefined {
  const paths = [...archive.keys()]
  const known = packedKinds.find(([path]) => paths.some((one) => path.test(one)))?.[1]
  const { bytes, isDeflated } = archive.get('mimetype') ?? {}
  const type = bytes && !isDeflated ? bytes.toString() : ''
  if (type && !type.includes('spreadsheet')) return type
  const isOffice = paths.some((path) =>
    /^(?:\[Content_Types\]|_rels\/|xl\/|mimetype$|Index)/.test(path),
  )
  return known ?? (isOffice ? undefined : 'ZIP')
}
