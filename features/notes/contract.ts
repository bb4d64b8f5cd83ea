import * as z from 'zod'
import { StationAddress } from '#features/places/address-contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { live } from '#kit/contract/live.ts'
import { id, largestInteger, whole } from '#kit/contract/value/id.ts'
import { instant } from '#kit/contract/value/instant.ts'
import { line, text } from '#kit/contract/value/text.ts'

/** An observer's note; without a question (or with 0) it is about the station. */
export const NoteDraft = StationAddress.extend({
  // Losing a note is worse than losing anything else phones send: it is stored, whatever this says.
  pollingStationNumber: StationAddress.shape.pollingStationNumber
    .catch(0)
    .describe('Text that is not a number counts as 0: a note without a station.'),
  questionId: whole(0, largestInteger).nullish(),
  text: text(100_000)
    .default('')
    .meta({ examples: ['Ușa era deschisă.'] }),
}).refine(
  ({ countyCode, municipalityCode, pollingStationNumber, text }) =>
    countyCode || municipalityCode || pollingStationNumber || text,
  { path: ['text'], message: 'Must say something, or name a place' },
)
export type NoteDraft = z.output<typeof NoteDraft>

const shownLink = 'https://veghe.example/api/v1/attachments/1795341600/c2Vt/1-12-shown.jpg'

/** A file of a note, behind links that expire. */
export const Attachment = z.object({
  src: z
    .string()
    .describe('The original file for download, byte by byte.')
    .meta({
      examples: ['https://veghe.example/api/v1/attachments/1795341600/c2Vt/1-12.jpg'],
    }),
  shown: z
    .string()
    .nullable()
    .describe(
      'The rendition: a photograph, film or sound that the server rewrote without metadata. Null for files that are only downloaded, such as HEIC; the link answers 404 if the original cannot be read.',
    )
    .meta({ examples: [shownLink] }),
  isImage: z.boolean().describe('By its content, not by its name.'),
  mediaType: z.string().meta({ examples: ['image/jpeg'] }),
  fileName: z.string().meta({ examples: ['usa.jpg'] }),
})

export const Note = z.object({
  id: id('notes'),
  text: z.string().meta({ examples: ['Ușa era deschisă.'] }),
  questionId: z.int().nullable(),
  questionCode: z
    .string()
    .nullable()
    .meta({ examples: ['A1'] }),
  questionText: z
    .string()
    .nullable()
    .meta({ examples: ['Urna a fost sigilată?'] })
    .describe('As it was worded last.'),
  /** The form of its question; -1 when it is about the station (wire.md 1.5). */
  formId: z.int(),
  formCode: z
    .string()
    .nullable()
    .meta({ examples: ['A'] }),
  formDescription: z
    .string()
    .nullable()
    .meta({ examples: ['Deschidere'] }),
  observerId: id('observers'),
  pollingStationId: id('pollingStations'),
  countyCode: z.string().meta({ examples: ['CJ'] }),
  municipalityCode: z.string().meta({ examples: ['CJ-N'] }),
  pollingStationNumber: z.int().meta({ examples: [12] }),
  lastModified: instant,
  clerk: z
    .string()
    .nullable()
    .default(null)
    .meta({ examples: ['ana'] })
    .describe('The account that wrote it down, by telephone; null: the phone sent it.'),
  attachmentPath: z
    .string()
    .nullable()
    .meta({ examples: [shownLink] }),
  attachmentsPaths: z
    .array(z.string())
    .describe('The rendition of each file if it has one, otherwise the original.')
    .meta({ examples: [[shownLink]] }),
  attachments: z.array(Attachment),
})
export type Note = z.output<typeof Note>

/** A note that an incident is about. */
export const IncidentNote = Note.extend({
  observerName: z.string().meta({ examples: ['Ioana Pop'] }),
  pollingStationName: z.string().meta({ examples: ['Cluj Dej 12'] }),
})
export type IncidentNote = z.output<typeof IncidentNote>

const Written = z.object({
  countyCode: z.string().meta({ examples: ['CJ'] }),
  municipalityCode: z
    .string()
    .nullable()
    .meta({ examples: ['CJ-N'] }),
  pollingStationNumber: z.int().meta({ examples: [12] }),
  questionId: z.int().nullable(),
  text: z.string().meta({ examples: ['Ușa era deschisă.'] }),
  files: z.null(),
})

/** A note was stored: the thread of this observer at this station has changed. */
export const noteReceived = live({
  name: 'notes.received',
  payload: z.object({ observerId: z.int(), pollingStationId: z.int(), countyId: z.int() }),
})

/** A photograph or a short film of a phone. */
const files = {
  most: 20,
  maxBytes: 50_000_000,
  kept: true,
  name: 'Files',
  mediaType: 'image/*, video/*',
}

const write = {
  method: 'POST',
  access: 'observer',
  body: NoteDraft,
  files,
  problems: ['request.too-large', 'request.wrong-kind'],
} as const

export const notes = {
  write: endpoint({
    ...write,
    path: '/api/v2/note',
    summary: 'Stores an observer’s note with its files',
    description:
      'Without a question (or with 0) it is about the station. A note for a station that does not exist is kept, and staff can read it. Sent again, it is stored once.',
    reply: z.object({ filesAddress: z.array(z.string()), note: Written }),
  }),
  upload: endpoint({
    ...write,
    path: '/api/v2/note/upload',
    summary: 'Stores an observer’s note with one file, for older phones',
    reply: z.object({ fileAddress: z.string().nullable(), note: Written }),
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/v2/note',
    access: 'read',
    summary: 'Lists the notes of one observer at one station, oldest first',
    query: z.object({ observerId: id('observers'), pollingStationId: id('pollingStations') }),
    reply: z.array(Note),
  }),
  ofIncident: endpoint({
    method: 'GET',
    path: '/api/v1/incidents/:id/notes',
    access: 'read',
    summary: 'Lists the notes of an incident that the caller sees, oldest first',
    params: z.object({ id: id('incidents') }),
    reply: z.array(IncidentNote),
    problems: ['thing.not-found'],
  }),
  attachment: endpoint({
    method: 'GET',
    path: '/api/v1/attachments/:until/:signature/:file',
    access: 'anyone',
    importance: 'reading',
    summary: 'Downloads a note’s file or its rendition',
    description:
      'The link was made for a reader of the note; it expires and needs no token. An original file is only downloaded. For a rendition (a picture, a film or a sound that we wrote), `Range` asks for a part, which is answered with 206.',
    params: z.object({
      until: whole(0, Number.MAX_SAFE_INTEGER)
        .describe(
          'When the link ends, in seconds. In the path, so that the link ends in the file’s ending: by it the first system’s clients tell a picture from a film.',
        )
        .meta({ examples: [1795341600] }),
      signature: line(100).meta({ examples: ['c2VtbmF0dXJh'] }),
      file: line(100).meta({ examples: ['1-12.jpg'] }),
    }),
    reply: { streams: 'file', mediaType: 'application/octet-stream' },
    problems: ['thing.not-found', 'attachment.missing'],
  }),
}
