import * as z from 'zod'
import { Duty } from './duty.ts'
import { Fault } from './import/fault.ts'

/** The errors of each field, by its path (`answers.0.questionId`). */
export const FieldErrors = z
  .record(z.string(), z.array(z.string()))
  .meta({ examples: [{ 'answers.0.questionId': ['Invalid input: expected number'] }] })
export type FieldErrors = z.output<typeof FieldErrors>

const fields = z.object({ errors: FieldErrors })
const patience = z.object({ retryAfterSeconds: z.int() })
/** Their number and the first of them; only if the problem is about them. */
const someOf = <One extends z.ZodType>(one: One) =>
  z.object({ count: z.int(), first: z.array(one) }).optional()
const PlaceInFile = z.object({
  place: z.int().describe('The how manieth of the file it is.'),
  name: z.string().meta({ examples: ['Ilfov'] }),
})
const account = z.object({ account: z.string().meta({ examples: ['calin'] }) })

/**
 * Every error that a caller may want to distinguish. One line each, sorted by feature. A code is public: never rename or
 * reuse one.
 */
export const problems = {
  'request.invalid': { status: 400, title: 'The request does not fit', details: fields },
  'request.too-large': { status: 413, title: 'The request is too large' },
  'request.wrong-kind': { status: 415, title: 'The request is of a kind that is not read here' },
  'request.too-many': { status: 429, title: 'Too many requests', details: patience },
  'thing.not-found': { status: 404, title: 'There is no such thing' },
  'thing.changed-meanwhile': {
    status: 409,
    title: 'Another user has changed it meanwhile',
    details: z.object({
      revision: z
        .int()
        .meta({ examples: [4] })
        .describe('The one that is stored by now.'),
      fields: z
        .array(z.string())
        .optional()
        .meta({ examples: [['name']] })
        .describe('The fields that both have changed, if known by field.'),
    }),
  },
  'session.missing': { status: 401, title: 'Sign in first' },
  'session.forbidden': { status: 403, title: 'You may not do this' },
  'key.refused': { status: 403, title: 'Not possible with an access key, or with this one' },
  'session.refused': { status: 400, title: 'Invalid credentials' },
  'session.code-needed': { status: 400, title: 'A code is needed as well' },
  'session.unconfirmed': { status: 403, title: 'Prove who you are first' },
  'session.owes': {
    status: 403,
    title: 'Something has to be done before anything else',
    details: z.object({ duty: Duty }),
  },
  'session.password-expired': { status: 400, title: 'The first password has expired' },
  'factor.code-wrong': { status: 400, title: 'The code is wrong' },
  'factor.passkey-refused': { status: 400, title: 'The passkey does not fit' },
  'factor.own-first': { status: 409, title: 'Set up a second factor of your own first' },
  'invitation.expired': { status: 404, title: 'The link has expired, or was used' },
  'account.taken': { status: 409, title: 'Another user has this account', details: account },
  'account.password-easy': {
    status: 400,
    title: 'The password is easy to guess',
    details: z.object({
      field: z.string().meta({ examples: ['password'] }),
      why: z.enum(['usual', 'known-words', 'given']),
    }),
  },
  'account.role-not-given': {
    status: 409,
    title: 'This role is not given in this organisation, or not by the caller',
  },
  'account.no-such-county': {
    status: 409,
    title: 'The election has no such county',
    details: z.object({
      countyCodes: z.array(z.string()).meta({ examples: [['XX']] }),
    }),
  },
  'hook.address-refused': {
    status: 409,
    title: 'Nothing is sent to this address',
    details: z.object({ why: z.enum(['not-https', 'private', 'unknown-name']) }),
  },
  'hook.too-many': { status: 409, title: 'The election has as many web hooks as it may have' },
  'account.has-tasks': {
    status: 409,
    title: 'Imports or exports of theirs are under way',
    details: z.object({ imports: z.int(), exports: z.int() }),
  },
  'account.last-organiser': {
    status: 409,
    title: 'No organiser would remain',
  },
  'observer.phone-taken': {
    status: 409,
    title: 'Another observer has this phone',
    details: z.object({ phone: z.string().meta({ examples: ['0722 000 001'] }) }),
  },
  'observer.phone-shared': {
    status: 409,
    title: 'Several observers have this number: say the phone as it was typed for one of them',
    details: z.object({ phone: z.string().meta({ examples: ['0722 000 001'] }) }),
  },
  'county.code-taken': {
    status: 409,
    title: 'Another county has this code',
    details: z.object({ countyCode: z.string().meta({ examples: ['CJ'] }) }),
  },
  'county.has-data': { status: 409, title: 'Observers have reported from this county' },
  'county.stations-have-data': {
    status: 409,
    title: 'Observers have reported from stations that would go',
    details: z.object({ highestWithData: z.int() }),
  },
  'county.numbers-differ': {
    status: 409,
    title:
      'Its stations do not have the numbers 1 to their count, which therefore follows from the list',
    details: z.object({ field: z.string().meta({ examples: ['numberOfPollingStations'] }) }),
  },
  'county.counts-its-areas': {
    status: 409,
    title: 'The stations of this county belong to its municipalities',
  },
  'station.number-taken': {
    status: 409,
    title: 'Another station there has this number',
    details: z.object({ number: z.int().meta({ examples: [12] }) }),
  },
  'place.has-incidents': {
    status: 409,
    title: 'An incident is open at this place',
    details: z.object({ number: z.int().describe('The number of the incident.') }),
  },
  'station.has-data': { status: 409, title: 'Observers have reported from this station' },
  'station.merged': {
    status: 409,
    title: 'This station is merged into another one',
    details: z.object({ into: z.int().describe('The station that replaces it.') }),
  },
  'station.stands-for-others': {
    status: 409,
    title: 'Other stations are merged into this one',
  },
  'incident.merged': {
    status: 409,
    title: 'This incident is merged into another one',
    details: z.object({ into: z.int().describe('The incident that replaces it.') }),
  },
  'station.other-county': { status: 409, title: 'The stations are in different counties' },
  'station.answers-changed': {
    status: 409,
    title: 'What the observers answered, or what was settled, has changed since it was shown',
  },
  'form.code-taken': {
    status: 409,
    title: 'Another form has this code',
    details: z.object({ formCode: z.string().meta({ examples: ['A'] }) }),
  },
  'form.has-gaps': {
    status: 409,
    title: 'The form lacks something that a published one has',
    details: z.object({ gaps: z.int().meta({ examples: [3] }) }),
  },
  'form.has-answers': { status: 409, title: 'Observers have answered this form' },
  'notification.unknown-recipients': {
    status: 404,
    title: 'Some of the recipients do not exist',
    details: z.object({ observerIds: z.array(z.int()) }),
  },
  'notification.not-waiting': {
    status: 409,
    title: 'The message no longer waits: it was sent, or taken back',
  },
  'target.unknown-stations': {
    status: 422,
    title: 'The list names stations that the election does not have',
    details: z.object({
      count: z.int().meta({ examples: [2] }),
      stations: z
        .array(
          z.object({
            row: z.int().meta({ examples: [7] }),
            areaCode: z.string().meta({ examples: ['CJ'] }),
            pollingStationNumber: z.int().meta({ examples: [1200] }),
          }),
        )
        .describe('The first hundred of them, by their place in the list.'),
    }),
  },
  'import.undone': { status: 409, title: 'The import is being undone, or was' },
  'import.undoing': { status: 409, title: 'An earlier import is still being undone' },
  'import.refused': {
    status: 422,
    title: 'The file has rows that do not fit',
    details: z.object({
      rows: z.array(
        z.object({
          file: z.string().meta({ examples: ['observatori.csv'] }),
          line: z.int().meta({ examples: [7] }),
          reason: z
            .string()
            .meta({ examples: ['pin: Too small: expected string to have >=4 characters'] })
            .describe(
              'A sentence in Romanian or English, by `Accept-Language`; without it in English, after the field’s name.',
            ),
          // For an import refused before faults were stored, only the sentence is known.
          faults: z
            .array(Fault)
            .optional()
            .describe('The same as data: what is wrong, field by field.'),
        }),
      ),
    }),
  },
  'map.not-shapes': {
    status: 422,
    title: 'The file does not hold shapes of areas',
    details: z.object({
      why: z.enum([
        ...['not-text', 'not-json', 'not-geojson', 'no-polygon', 'coordinates'],
        ...['too-many-shapes', 'too-many-vertices', 'system'],
      ] as const),
      shape: z
        .int()
        .nullable()
        .meta({ examples: [3] })
        .describe('The place in the file of the shape that is wrong.'),
      system: z
        .string()
        .nullable()
        .meta({ examples: ['EPSG:23700'] })
        .describe('The reference system that the file names, where it is one we do not know.'),
    }),
  },
  'map.shapes-doubted': {
    status: 409,
    title: 'The shapes are likely not those of this election',
    details: z.object({
      why: z
        .enum(['nothing-matches', 'elsewhere', 'in-part'])
        .describe(
          'None has the code or name of an area; or they are not where the areas are; or some are doubted, or missing.',
        ),
      losing: someOf(z.string().meta({ examples: ['Alba'] })).describe(
        'The areas that have an outline now, and none in the file.',
      ),
      far: someOf(PlaceInFile).describe('The shapes that are far from all others of the file.'),
      bad: someOf(
        PlaceInFile.extend({ why: z.string().meta({ examples: ['misplaced'] }) }),
      ).describe('The shapes that would be left out.'),
    }),
  },
  'election.not-a-rehearsal': { status: 409, title: 'Only a rehearsal can be cleared' },
  'election.has-started': { status: 409, title: 'The election has started already' },
  'election.is-archived': { status: 409, title: 'The election is archived' },
  'election.not-archived': { status: 409, title: 'The election is not archived' },
  'election.being-erased': { status: 409, title: 'Its observers are being erased' },
  'election.being-emptied': { status: 409, title: 'The election is being emptied' },
  'election.changed': { status: 409, title: 'Another election has become current meanwhile' },
  'election.is-current': { status: 409, title: 'The election is the current one' },
  'election.has-data': { status: 409, title: 'The election has observers or reports' },
  'attachment.missing': {
    status: 404,
    title: 'The file is not where files are kept, or not all of it',
  },
  'assignment.taken': {
    status: 409,
    title: 'The observer is assigned to that station from that moment already',
    details: z
      .object({ observerId: z.int(), pollingStationId: z.int() })
      .partial()
      .describe('Which of them; missing when another user plans it at the same moment.'),
  },
  'assignment.ends-early': {
    status: 400,
    title: 'The assignment ends before it begins',
    details: z.object({ field: z.string().meta({ examples: ['until'] }) }),
  },
  'unplaced.settled': { status: 409, title: 'Another user has settled this report already' },
  'unplaced.has-no-place': {
    status: 409,
    title: 'The report does not fit there either',
    details: z.object({
      reason: z.enum(['no-such-station', 'no-such-option', 'several-single-choices']),
    }),
  },
  'unplaced.not-placed': { status: 404, title: 'The report is not in a place, or no longer' },
  'unplaced.stays-placed': {
    status: 409,
    title: 'Placing the report cannot be undone',
    details: z.object({ reason: z.enum(['placed-before', 'named-elsewhere']) }),
  },
  'server.unavailable': { status: 503, title: 'Try again in a moment', details: patience },
  'server.overloaded': { status: 503, title: 'Too much to do just now', details: patience },
  'server.failed': { status: 500, title: 'Something failed on our side' },
} as const satisfies Record<string, { status: number; title: string; details?: z.ZodObject }>

export type ProblemCode = keyof typeof problems

type Details<Code extends ProblemCode> = Code extends ProblemCode
  ? (typeof problems)[Code] extends { details: infer D extends z.ZodType }
    ? [details: z.infer<D>]
    : []
  : never

/** The only error a caller ever sees. Any other is a bug, and becomes `server.failed`. */
export class Problem<Code extends ProblemCode = ProblemCode> extends Error {
  override readonly name = 'Problem'
  readonly code: Code
  readonly details: Details<Code>[number] | undefined

  constructor(code: Code, ...[details]: Details<Code>) {
    super(code)
    this.code = code
    this.details = details
  }

  get status(): number {
    return problems[this.code].status
  }

  /** The body of an `application/problem+json` reply. Phones show the text of `error`. */
  toJSON() {
    const { status, title } = problems[this.code]
    return { code: this.code, status, title, error: title, ...this.details }
  }
}
