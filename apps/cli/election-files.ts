import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { ElectionValues } from '#features/elections/contract.ts'
import { FormFile } from '#features/forms/contract.ts'
import { importHeadings, neededFields } from '#features/observers/columns.ts'
import { type ObserverRow, readObservers } from '#features/observers/domain.ts'
import { explainObserver } from '#features/observers/reason-domain.ts'
import {
  countyHeadings,
  municipalityHeadings,
  neededOfCounties,
  neededOfMunicipalities,
  neededOfStations,
  provinceHeadings,
  stationHeadings,
} from '#features/places/columns.ts'
import { type Places, readPlaces } from '#features/places/domain.ts'
import { explainCounty, explainStation } from '#features/places/reason-domain.ts'
import type { Explain } from '#kit/contract/import/reason.ts'
import {
  type Headings,
  type Needed,
  type Table,
  unreadHeadings,
  type WrongRow,
} from '#kit/contract/import/rows.ts'
import { timezone } from '#kit/contract/value/instant.ts'
import { filledLine } from '#kit/contract/value/text.ts'
import { readCsv } from '#kit/server/sheets/csv.ts'

/** What `election.json` beside the files, or the command line, may contain. */
export const ElectionFacts = z.object({
  name: filledLine(200).optional(),
  day: z.iso.date().optional(),
  timezone: timezone.optional(),
  country: ElectionValues.shape.country,
  levelNames: z.array(filledLine(50)).optional(),
})
export type ElectionFacts = z.output<typeof ElectionFacts>

/** An election's files, parsed and checked, before anything is stored. */
export type ElectionFiles = {
  readonly facts: ElectionFacts
  readonly places: Places
  readonly observers: readonly ObserverRow[]
  readonly forms: readonly FormFile[]
  /** Ignored columns, file by file. */
  readonly unread?: readonly string[]
}

/** A fault as the command reports it; the line is 0 for a fault of the whole file. */
export type RefusedLine = {
  readonly file: string
  readonly line: number
  readonly reason: string
  readonly cells?: readonly string[] | undefined
}

/** The files are wrong; each line of the message names a file, a line of it and the reason. */
export class RefusedFiles extends Error {
  override readonly name = 'RefusedFiles'
  readonly lines: readonly RefusedLine[]

  constructor(lines: readonly RefusedLine[]) {
    super(lines.map(describe).join('\n'))
    this.lines = lines
  }
}

function describe({ file, line, reason, cells }: RefusedLine): string {
  const shown = cells ? ` (${cells.join(' │ ')})` : ''
  return `${line > 0 ? `${file}:${line}` : file}: ${reason}${shown}`
}

const explains: Readonly<Record<string, Explain>> = {
  'observers.csv': explainObserver,
  'polling-stations.csv': explainStation,
}

/** Why a row of one of these files is refused. */
export const refusedLine = ({ file, line, faults, cells }: WrongRow): RefusedLine => ({
  file,
  line,
  reason: (explains[file] ?? explainCounty)(faults, undefined),
  cells,
})

/**
 * Reads a folder: provinces.csv, counties.csv, municipalities.csv, polling-stations.csv, observers.csv,
 * election.json, and every other .json as a form. Only counties.csv must be there.
 * @throws RefusedFiles when any line of any file is wrong.
 */
export async function readElectionFiles(folder: string): Promise<ElectionFiles> {
  const names = await readdir(folder)
  const wrong: WrongRow[] = []
  const faults: RefusedLine[] = []
  const unread: string[] = []
  const table = async (
    file: string,
    known: Headings,
    needed: readonly Needed[],
  ): Promise<Table | undefined> => {
    if (!names.includes(file)) return undefined
    const read = await readCsv(file, await readFile(join(folder, file)))
    const headings = unreadHeadings(read, known, needed)
    if (headings.length > 0) unread.push(`${file}: ${headings.join(', ')}`)
    return read
  }
  const counties = await table('counties.csv', countyHeadings, neededOfCounties)
  if (!counties) throw new RefusedFiles([{ file: 'counties.csv', line: 0, reason: 'is missing' }])
  const places = readPlaces(
    {
      counties,
      provinces: await table('provinces.csv', provinceHeadings, neededOfCounties),
      municipalities: await table(
        'municipalities.csv',
        municipalityHeadings,
        neededOfMunicipalities,
      ),
      stations: await table('polling-stations.csv', stationHeadings, neededOfStations),
    },
    wrong,
  )
  const observers = await table('observers.csv', importHeadings, neededFields)
  const files: ElectionFiles = {
    facts: names.includes('election.json')
      ? await readJson(folder, 'election.json', ElectionFacts, faults)
      : {},
    places,
    observers: observers ? readObservers(observers, wrong) : [],
    forms: await readForms(folder, names, faults),
    unread,
  }
  const named = files.facts.levelNames?.length ?? places.levels
  if (named !== places.levels)
    faults.push({
      file: 'election.json',
      line: 0,
      reason: `levelNames: Must name the ${places.levels} levels that there are`,
    })
  const refused = [...wrong.map(refusedLine), ...faults]
  if (refused.length > 0) throw new RefusedFiles(refused)
  return files
}

async function readForms(folder: string, names: readonly string[], faults: RefusedLine[]) {
  const forms = new Map<string, { readonly file: string; readonly form: FormFile }>()
  const files = names.filter((name) => name.endsWith('.json') && name !== 'election.json').sort()
  for (const file of files) {
    const before = faults.length
    const form = await readJson(folder, file, FormFile, faults)
    if (faults.length > before) continue
    const first = forms.get(form.code)
    if (first)
      faults.push({ file, line: 0, reason: `code: ${form.code} is in ${first.file} already` })
    else forms.set(form.code, { file, form: withoutIds(form) })
  }
  return [...forms.values()].map(({ form }) => form)
}

/** Removes the ids of the database that the file came from; the parts of a form are matched by their texts. */
const withoutIds = (form: FormFile): FormFile => ({
  ...form,
  formSections: form.formSections.map((section) => ({
    ...section,
    id: null,
    questions: section.questions.map((question) => ({
      ...question,
      id: null,
      optionsToQuestions: question.optionsToQuestions.map((option) => ({ ...option, id: null })),
    })),
  })),
})

/** A wrong file adds its faults; the returned value is then never stored. */
async function readJson<S extends z.ZodType>(
  folder: string,
  file: string,
  schema: S,
  faults: RefusedLine[],
): Promise<z.output<S>> {
  const text = await readFile(join(folder, file), 'utf8')
  let value: unknown
  try {
    // Windows editors start it with a byte order mark.
    value = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    faults.push({ file, line: 0, reason: error instanceof Error ? error.message : String(error) })
  }
  const result = schema.safeParse(value)
  if (result.success) return result.data
  for (const { path, message } of value === undefined ? [] : result.error.issues)
    faults.push({ file, line: 0, reason: `${path.map(String).join('.')}: ${message}` })
  return {} as z.output<S>
}
