import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { phoneAt } from '#apps/cli/phone.ts'
import { answers } from '#features/answers/contract.ts'
import { forms } from '#features/forms/contract.ts'
import { places } from '#features/places/contract.ts'
import { unplaced } from '#features/unplaced/contract.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { query } from '../cluster.ts'
import { addressOf, counties, countyOf, municipalitiesOf } from '../data/shape.ts'
import { csv, importing, importingAtOnce, undoing } from './importing.ts'
import { type Act, callOf, type StaffContext } from './office.ts'

/** All stations, each with a new address. */
const stationsIn =
  (street: string) =>
  ({ stage }: StaffContext) =>
    csv([
      ['Municipality code', 'Number', 'Address'],
      ...Array.from({ length: stage.shape.stations }, (_, station) => {
        const { municipalityCode, pollingStationNumber } = addressOf(station)
        return [municipalityCode, pollingStationNumber, `${street} ${station}`]
      }),
    ])

/** All counties, each with a new name. */
const countiesAs = (name: string) => () =>
  csv([
    ['Code', 'Name'],
    ...Array.from({ length: counties }, (_, county) => [`J${county + 1}`, `${name} ${county}`]),
  ])

const placeActs: readonly Act[] = [
  {
    what: 'stations imported, with other addresses',
    prepare: importing(places.startStationImport, stationsIn('Bulevardul Unirii')),
  },
  {
    what: 'stations imported with other addresses undone, by the job',
    prepare: undoing(places),
  },
  {
    what: 'stations imported in the call itself',
    prepare: importingAtOnce(places.importStations, stationsIn('Calea Victoriei')),
  },
  {
    what: 'counties imported, with other names',
    prepare: importing(places.startCountyImport, countiesAs('Județ')),
  },
  {
    what: 'counties imported in the call itself',
    prepare: importingAtOnce(places.importCounties, countiesAs('Ținutul')),
  },
  {
    what: 'all municipalities of a county moved to another',
    prepare: async ({ stage, url }) => {
      const folder = await mkdtemp(join(tmpdir(), 'veghe-moving-'))
      const all = Array.from({ length: counties }, (_, county) => county + 1)
      const moved = Array.from({ length: municipalitiesOf(stage.shape) }, (_, place) => place)
        .filter((municipality) => countyOf(municipality) === 0)
        .map((municipality) => [`M${municipality + 1}`, `Localitatea ${municipality + 1}`, 'J2'])
      await writeFile(
        join(folder, 'counties.csv'),
        csv([['Code', 'Name'], ...all.map((county) => [`J${county}`, `Județ ${county}`])]),
      )
      await writeFile(
        join(folder, 'municipalities.csv'),
        csv([['Code', 'Name', 'County code'], ...moved]),
      )
      // Stations belong to their municipality's county; one municipality is named, so that it is looked up
      // anew.
      await writeFile(
        join(folder, 'polling-stations.csv'),
        csv([
          ['Municipality code', 'Number'],
          ...moved.flatMap(([code = '']) =>
            Array.from({ length: 16 }, (_, number) => [code, number + 1]),
          ),
        ]),
      )
      return async () => {
        await stage.run('load', [folder, '--yes'], url)
        await rm(folder, { recursive: true })
      }
    },
  },
]

const formActs: readonly Act[] = [
  {
    what: 'a form published anew',
    prepare: async (office) => async () => {
      const { formVersions } = await callOf(office)(forms.list, { query: { draft: false } })
      const [form] = formVersions
      if (!form) throw new Error('There is no form')
      const sections = await callOf(office)(forms.get, { params: { id: form.id }, query: {} })
      const [first, ...others] = sections ?? []
      if (!first) throw new Error('The form is empty')
      const formSections = [{ ...first, description: 'Alt titlu' }, ...others]
      await callOf(office)(forms.edit, { body: { id: form.id, formSections } as never })
    },
  },
]

/** As many as one call places. */
const kept = 500

const placing: Act = {
  what: 'reports placed that named an unknown station, as many as one call places',
  prepare: async (office) => {
    const { server, url, tokens } = office
    const [question] = await query(url, 'select question_id, id from options order by id limit 1')
    const body = {
      answers: [
        {
          ...addressOf(0),
          pollingStationNumber: 99_999,
          questionId: Number(question?.['question_id']) as Id<'questions'>,
          options: [{ optionId: Number(question?.['id']) as Id<'options'> }],
        },
      ],
    }
    const send = phoneAt(server.url, { forMs: 60_000 })
    for (const token of tokens.slice(0, kept)) await send(answers.send, { body }, token)
    const [first] = await query(url, 'select min(id) as id from unplaced')
    const params = { id: Number(first?.['id']) as Id<'unplaced'> }
    const pollingStationId = 1 as Id<'pollingStations'>
    return () => callOf(office)(unplaced.place, { params, body: { pollingStationId, alike: true } })
  },
}

const placingUndone: Act = {
  what: 'that placing undone',
  prepare: async (office) => {
    const [last] = await query(office.url, 'select max(placing_id) as id from unplaced')
    const params = { id: Number(last?.['id']) as Id<'placings'> }
    return () => callOf(office)(unplaced.undoPlacing, { params })
  },
}

export const actsOnPlaces = [...placeActs, ...formActs, placing, placingUndone]
