/** What makes two notes of one visit the same: phones send again what they are not sure of. */
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

/** The same of the picture that is shown of it. Clients of the first system know one by its ending. */
export const pictureFile = (electionId: number, id: number) => `${electionId}-${id}-picture.jpg`

/** What a link's last part names. */
export type Linked = {
  readonly electionId: number
  readonly id: number
  readonly isPicture: boolean
}

/** What is in `linkFile` or `pictureFile`; undefined for anything else. */
export function readLinkFile(file: string): Linked | undefined {
  const [, electionId, id, picture] =
    /^(\d{1,9})-(\d{1,9})(-picture)?\.[a-z0-9]{1,10}$/i.exec(file) ?? []
  return electionId && id
    ? { electionId: Number(electionId), id: Number(id), isPicture: picture !== undefined }
    : undefined
}

/**
 * The kinds of photograph of which a picture is made to be shown: what phones and screenshots are.
 * Nobody decodes HEIC for us, and few send what is left.
 */
const pictured: ReadonlySet<string> = new Set([
  'image/jpeg',
  'image/png',
  'image/apng',
  'image/webp',
  'image/gif',
])

export const hasPicture = (mediaType: string) => pictured.has(mediaType)

/** What a browser plays without running it; everything else is only downloaded. */
export const isPlayed = (mediaType: string) => /^(video|audio)\//.test(mediaType)
