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

/** The keys in `linkFile`; undefined for anything else. */
export function readLinkFile(file: string): { electionId: number; id: number } | undefined {
  const [, electionId, id] = /^(\d{1,9})-(\d{1,9})\.[a-z0-9]{1,10}$/i.exec(file) ?? []
  return electionId && id ? { electionId: Number(electionId), id: Number(id) } : undefined
}
