import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { forms } from '#features/forms/contract.ts'
import { observers } from '#features/observers/contract.ts'
import { places } from '#features/places/contract.ts'
import { tasks } from '#features/tasks/contract.ts'
import { csvLine } from '#kit/contract/csv-line.ts'
import type { Id } from '#kit/contract/id.ts'
import { type Act, callOf, type Office, until } from './office.ts'
import { nameOf } from './people.ts'
import {
  addressOf,
  counties,
  countyOf,
  municipalitiesOf,
  organisations,
  phoneOf,
  pinOf,
} from './shape.ts'

const csv = (rows: readonly (readonly (string | number)[])[]) =>
  rows.map((row) => csvLine(row, ',')).join('')

/** A file that is left to be imported, until it is taken in. */
const importing =
  (
    endpoint:
      | typeof observers.startImport
      | typeof places.startCountyImport
      | typeof places.startStationImport,
    file: (office: Office) => string,
    isDone = 'true',
  ): Act['prepare'] =>
  async (office) => {
    const text = file(office)
    return async () => {
      const { id } = await callOf(office)(endpoint, { body: { skipInvalid: false } }, text)
      await until(office.url, `select finished_at is not null from tasks where id = ${id}`)
      const task = await callOf(office)(tasks.get, { params: { id } })
      if (task.state !== 'done') throw new Error(JSON.stringify(task))
      await until(office.url, isDone)
    }
  }

/** As many again as there are, in the first organisation. */
const newcomers = ({ stage }: Office, pin: number, name: string) =>
  Array.from({ length: stage.shape.observers }, (_, place) => {
    const phone = `09${String(place).padStart(8, '0')}`
    return [phone, pin, `${name} ${place}`, '']
  })

/** Who observed for the first organisation all evening, with another name. */
const oldHands = ({ stage }: Office, name: string, test: string) =>
  Array.from({ length: Math.ceil(stage.shape.observers / organisations) }, (_, place) => {
    const observer = place * organisations
    return [phoneOf(observer), pinOf(observer), `${name} ${nameOf(observer)}`, test]
  })

const headings = ['Phone', 'Pin', 'Name', 'Test']
const allCounted = `
  select not exists (select from observers o join observer_counts c
                       on c.election_id = o.election_id and c.observer_id = o.id
                    where o.is_test <> c.is_test)`

const observerActs: readonly Act[] = [
  {
    what: 'observers imported, all new',
    prepare: importing(observers.startImport, (office) =>
      csv([headings, ...newcomers(office, 1234, 'Ioana')]),
    ),
  },
  {
    what: 'observers imported, with other names and PINs',
    prepare: importing(observers.startImport, (office) =>
      csv([headings, ...newcomers(office, 4321, 'Maria'), ...oldHands(office, 'Sora', '')]),
    ),
  },
  ...['da', 'nu'].map((test) => ({
    what: `a tenth of the observers imported as ${test === 'da' ? '' : 'no '}test observers`,
    prepare: importing(
      observers.startImport,
      (office) => csv([headings, ...oldHands(office, 'Sora', test)]),
      allCounted,
    ),
  })),
  ...[true, false].map((isTest) => ({
    what: `one observer ${isTest ? 'becomes a test observer' : 'no longer is one'}`,
    prepare: async (office: Office) => () =>
      callOf(office)(observers.edit, {
        body: { observerId: 1 as Id<'observers'>, isTest },
      }),
  })),
]

const placeActs: readonly Act[] = [
  {
    what: 'stations imported, with other addresses',
    prepare: importing(places.startStationImport, ({ stage }) =>
      csv([
        ['Municipality code', 'Number', 'Address'],
        ...Array.from({ length: stage.shape.stations }, (_, station) => {
          const { municipalityCode, pollingStationNumber } = addressOf(station)
          return [municipalityCode, pollingStationNumber, `Bulevardul Unirii ${station}`]
        }),
      ]),
    ),
  },
  {
    what: 'counties imported, with other names',
    prepare: importing(places.startCountyImport, () =>
      csv([
        ['Code', 'Name'],
        ...Array.from({ length: counties }, (_, county) => [`J${county + 1}`, `Județ ${county}`]),
      ]),
    ),
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
      // Stations lie where their municipality does; that of one is named, so that it is looked up anew.
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

export const actsOnPeople = observerActs
export const actsOnPlaces = [...placeActs, ...formActs]
