import type { ElectionFacts, ElectionFiles } from '#apps/cli/election-files.ts'
import { loadElection } from '#apps/cli/load-election.ts'
import type { Database } from '#database/open.ts'
import { FormDraft } from '#features/forms/contract.ts'
import type { Places as LoadedPlaces } from '#features/places/domain.ts'
import { parse } from '#kit/contract/parse.ts'
import type { Secrets } from '#kit/server/security/secrets.ts'

/** Provinces, counties and municipalities, as in Poland; or counties alone, as in Romania. */
export type Places = 'nested' | 'flat'

/** The ids a test needs, by name. */
export type Field = {
  readonly formId: (code: string) => number
  readonly questionId: (code: string) => number
  /** An option of a question, by its text. */
  readonly optionId: (questionCode: string, text: string) => number
  readonly stationId: (areaCode: string, number: number) => number
}

/** An area: the code of the one around it, and the numbers of the stations it holds itself. */
type AreaRow = readonly [
  code: string,
  name: string,
  parentCode: string | null,
  stations?: readonly number[],
]

/** The places of an election, from the outside in. */
export function placesOf(countyLevel: number, rows: readonly AreaRow[]): LoadedPlaces {
  const levels = new Map<string | null, number>([[null, 0]])
  const areas = rows.map(([code, name, parentCode]) => {
    const level = (levels.get(parentCode) ?? 0) + 1
    levels.set(code, level)
    return { level, code, name, parentCode, position: 1, isDiaspora: false }
  })
  const stations = rows.flatMap(([areaCode, , , numbers = []]) =>
    numbers.map((number) => ({ areaCode, number })),
  )
  return { levels: Math.max(...levels.values()), countyLevel, areas, stations }
}

/** County AB has the numbers 1 and 2 in both of its municipalities; county CJ has each once. */
const nested = placesOf(2, [
  ['T', 'Transilvania', null],
  ['AB', 'Alba', 'T'],
  ['CJ', 'Cluj', 'T'],
  ['AB1', 'Aiud', 'AB', [1, 2, 3]],
  ['AB2', 'Blaj', 'AB', [1, 2]],
  ['CJ1', 'Dej', 'CJ', [1, 2]],
])

const flat = placesOf(1, [
  ['AB', 'Alba', null, [1, 2, 3]],
  ['CJ', 'Cluj', null, [1, 2]],
])

const option = (text: string, { flagged = false, isFreeText = false } = {}) => ({
  text,
  flagged,
  isFreeText,
})

/** An opening form with a question of every type, and a counting form. */
export const sampleForms = [
  {
    code: 'A',
    description: 'Deschidere',
    order: 1,
    formSections: [
      {
        code: 'A1',
        description: 'Înainte de vot',
        questions: [
          {
            code: 'A1.1',
            text: 'Urna a fost sigilată?',
            questionType: 1,
            optionsToQuestions: [option('Da'), option('Nu', { flagged: true })],
          },
          {
            code: 'A1.2',
            text: 'Ce ați văzut?',
            questionType: 3,
            optionsToQuestions: [
              option('Coadă'),
              option('Afișe electorale', { flagged: true }),
              option('Altceva', { isFreeText: true }),
            ],
          },
        ],
      },
      {
        code: 'A2',
        description: 'Sala',
        questions: [
          {
            code: 'A2.1',
            text: 'Ce se află în sală?',
            questionType: 0,
            optionsToQuestions: [option('Cabine'), option('Urne')],
          },
          {
            code: 'A2.2',
            text: 'S-a deschis la timp?',
            questionType: 2,
            optionsToQuestions: [
              option('Da'),
              option('Nu, la', { flagged: true, isFreeText: true }),
            ],
          },
        ],
      },
    ],
  },
  {
    code: 'C',
    description: 'Numărare',
    order: 2,
    formSections: [
      {
        code: 'C1',
        description: '',
        questions: [
          {
            code: 'C1.1',
            text: 'Numărarea a fost la vedere?',
            questionType: 1,
            optionsToQuestions: [option('Da'), option('Nu', { flagged: true })],
          },
        ],
      },
    ],
  },
] as const

/** The files of an election with these forms, without observers. */
export const sampleFiles = (
  facts: Pick<ElectionFacts, 'name' | 'day'>,
  places: LoadedPlaces,
): ElectionFiles => ({
  facts: { ...facts, timezone: 'Europe/Bucharest' },
  places,
  observers: [],
  forms: sampleForms.map((form) => parse(FormDraft, form)),
})

/** Loads the small election, and returns the ids of everything in it. */
export async function setField(
  database: Database,
  secrets: Secrets,
  places: Places,
  now: Date,
): Promise<Field> {
  const facts = { name: 'Alegeri de probă', day: '2026-11-22' }
  const files = sampleFiles(facts, places === 'nested' ? nested : flat)
  await database.write((tx) => loadElection(tx, secrets, files, { state: 'live', now }))
  const db = database.primary
  const forms = await db.selectFrom('forms').select(['id', 'code']).execute()
  const questions = await db.selectFrom('questions').select(['id', 'code']).execute()
  const options = await db.selectFrom('options').select(['id', 'questionId', 'text']).execute()
  const known = await db
    .selectFrom('pollingStations')
    .innerJoin('areas', 'areas.id', 'pollingStations.areaId')
    .select(['pollingStations.id', 'areas.code', 'number'])
    .execute()
  const one = <Row extends { id: number }>(rows: readonly Row[], is: (row: Row) => boolean) => {
    const row = rows.find(is)
    if (!row) throw new Error('The small election has no such thing')
    return row.id
  }
  const questionId = (code: string) => one(questions, (question) => question.code === code)
  return {
    formId: (code) => one(forms, (form) => form.code === code),
    questionId,
    optionId: (code, text) =>
      one(options, (each) => each.questionId === questionId(code) && each.text === text),
    stationId: (code, number) => one(known, (each) => each.code === code && each.number === number),
  }
}
