import { wallClock } from '#kit/contract/value/instant.ts'

/** What names a file in the archive; what a phone called it does not. */
export type NamedFile = { readonly id: number; readonly extension: string }

type VisitedStation = {
  readonly countyCode: string
  readonly areaCode: string | null
  readonly station: number
}

/**
 * The path of a file in the archive: county, municipality where counties have them, station, then time and id, so that a
 * folder is sorted by time. Valid on every system.
 */
export function filePath(
  {
    visit: { countyCode, areaCode, station },
    receivedAt,
    id,
    extension,
  }: NamedFile & {
    readonly visit: VisitedStation
    readonly receivedAt: Date
  },
  timezone: string,
): string {
  const folders = [countyCode, ...(areaCode === null ? [] : [areaCode])].map(folderName)
  const at = wallClock(receivedAt, timezone).toISOString().slice(0, 19)
  const name = `${at.replace('T', '_').replaceAll(':', '-')}_${id}.${extension}`
  return [...folders, String(station).padStart(5, '0'), name].join('/')
}

/** Windows opens devices under these names. */
const device = /^(con|prn|aux|nul|com\d|lpt\d)$/i

const folderName = (code: string) => code.replace(/[^\p{L}\p{N}_-]/gu, '_').replace(device, '$&_')
