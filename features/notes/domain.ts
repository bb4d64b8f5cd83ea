/** The fields that identify a note of a visit, to recognise retries. */
export const noteIdentity = (
  questionId: number | null,
  text: string,
  filesSha256: readonly string[],
): string => JSON.stringify([questionId, text, [...filesSha256].sort()])

/** How long a link to an attachment works, in seconds: a night's work, and a press officer's morning. */
export const linkSeconds = 12 * 3600

/** The last part of an attachment's address; it ends in the file's own ending (wire.md 1.5). */
export const linkFile = (electionId: number, id: number, extension: string) =>
  `${electionId}-${id}.${extension}`

/** The key of a file's rendition, whose type may differ. */
export const shownFile = (electionId: number, id: number, kind: ShownKind) =>
  `${electionId}-${id}-shown.${kind}`

/** The content of a link's last part. */
export type LinkTarget = {
  readonly electionId: number
  readonly id: number
  /** The rendition, and not the original. */
  readonly isShown: boolean
}

/** Decodes `linkFile` and `shownFile`; undefined for anything else. */
export function readLinkFile(file: string): LinkTarget | undefined {
  const [, electionId, id, shown] =
    /^(\d{1,9})-(\d{1,9})(-shown)?\.[a-z0-9]{1,10}$/i.exec(file) ?? []
  return electionId && id
    ? { electionId: Number(electionId), id: Number(id), isShown: shown !== undefined }
    : undefined
}

/**
 * The types of renditions, by file extension: clients of the first system tell a picture from a film by
 * these.
 */
export const shownKinds = {
  jpg: 'image/jpeg',
  mp4: 'video/mp4',
  webm: 'video/webm',
  m4a: 'audio/mp4',
  mp3: 'audio/mpeg',
  ogg: 'audio/ogg',
  wav: 'audio/wav',
} as const
export type ShownKind = keyof typeof shownKinds

/**
 * Which types are re-encoded, and as what: what phones take and record, and screenshots. We have no decoder
 * for HEIC, and few send the others.
 */
const shownAs: ReadonlyMap<string, ShownKind> = new Map([
  ['image/jpeg', 'jpg'],
  ['image/png', 'jpg'],
  ['image/apng', 'jpg'],
  ['image/webp', 'jpg'],
  ['image/gif', 'jpg'],
  ['video/mp4', 'mp4'],
  ['video/x-m4v', 'mp4'],
  ['video/quicktime', 'mp4'],
  ['video/3gpp', 'mp4'],
  ['video/3gpp2', 'mp4'],
  ['video/webm', 'webm'],
  ['audio/mp4', 'm4a'],
  ['audio/x-m4a', 'm4a'],
  ['audio/aac', 'm4a'],
  ['audio/mpeg', 'mp3'],
  ['audio/ogg; codecs=opus', 'ogg'],
  ['audio/wav', 'wav'],
])

/** The type of a file's rendition; undefined for files that are only downloaded. */
export const shownKindOf = (mediaType: string) => shownAs.get(mediaType)
