import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { phoneAt } from '#apps/server/phone.ts'
import { elections } from '#features/elections/contract.ts'
import { forms } from '#features/forms/contract.ts'
import { observers } from '#features/observers/contract.ts'
import { places } from '#features/places/contract.ts'
import { tasks } from '#features/tasks/contract.ts'
import { csvLine } from '#kit/contract/csv-line.ts'
import type { Id } from '#kit/contract/id.ts'
import type { Stage } from './figure.ts'
import { query } from './ground.ts'
import { nameOf } from './people.ts'
import {
  addressOf,
  counties,
  countyOf,
  electionId,
  municipalitiesOf,
  municipalityOf,
  organisations,
  phoneOf,
  pinOf,
  stationsPerMunicipality,
} from './shape.ts'

/** Somebody of the staff, with all that they may do something to. */
export type Office = {
  readonly stage: Stage
  /** Of the database. */
  readonly url: string
  /** Of the server. */
  readonly at: string
  readonly token: string
}

/** Something that is done to very many rows at once. */
export type Act = {
  readonly what: string
  /** Makes ready what is no part of it. It is over when all that it leads to is done. */
  prepare(office: Office): Promise<() => Promise<unknown>>
  /** What is refused because the act says so. */
  readonly mayRefuse?: RegExp
}

const callOf = ({ at, token }: Office) => {
  const phone = phoneAt(at, { forMs: 60_000 })
  return <E extends Parameters<typeof phone>[0]>(
    endpoint: E,
    sent: Parameters<typeof phone<E>>[1],
    file?: string,
  ) => phone(endpoint, sent, token, file === undefined ? [] : [fileOf(file)])
}

const fileOf = (text: string) => ({ name: 'list.csv', bytes: Buffer.from(text) })

const csv = (rows: readonly (readonly (string | number)[])[]) =>
  rows.map((row) => csvLine(row, ',')).join('')

/** Until the database says that nothing of it is left to be done. */
async function until(url: string, isDone: string): Promise<void> {
  while (!(await query(url, `select (${isDone}) as done`))[0]?.['done']) await pause(50)
}

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
        await stage.run('load', [folder], url)
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

const other = `(select max(id) from elections where state = 'archived')`
const electionActs: readonly Act[] = [
  {
    what: 'another election prepared, with all places and forms',
    prepare: async (office) => () =>
      callOf(office)(elections.add, {
        body: {
          name: 'Turul doi',
          day: '2026-12-06',
          timezone: 'Europe/Bucharest',
          copyFrom: electionId as Id<'elections'>,
        } as never,
      }),
  },
  {
    what: 'an election archived',
    prepare: async (office) => {
      const [row] = await query(office.url, `select max(id) as id from elections`)
      const params = { id: Number(row?.['id']) as Id<'elections'> }
      return () => callOf(office)(elections.archive, { params })
    },
  },
  {
    what: 'the people of an archived election erased',
    prepare: async (office) => {
      await query(office.url, peopled)
      const [row] = await query(office.url, `select ${other} as id`)
      const params = { id: Number(row?.['id']) as Id<'elections'> }
      return async () => {
        await callOf(office)(elections.erasePeople, { params })
        await until(
          office.url,
          `select people_erased_at is not null from elections where id = ${other}`,
        )
      }
    },
  },
]

/** As many people in the archived election as in the current one, and five lines of history of each. */
const peopled = `
  insert into observers (election_id, ngo_id, name, phone, phone_digits, pin_hash)
  select ${other}, ngo_id, name, phone, phone_digits, pin_hash from observers
   where election_id = ${electionId} and phone like '07%';
  insert into history (election_id, at, actor_role, actor_id, actor_name, act, subject, subject_id)
  select ${other}, now(), 'observer', id, name, 'answers.received', 'visits', id
    from observers, generate_series(1, 5) where election_id = ${other}`

export const actsOfAnEvening = [...observerActs, ...placeActs, ...formActs, ...electionActs]

/** How many stations a county gets. */
const many = ({ stage }: Office) => Math.round(20_000 * stage.shape.share)

const county = async ({ url }: Office) => {
  const [row] = await query(
    url,
    `select count(*)::integer as stations from polling_stations where county_id = 1`,
  )
  return Number(row?.['stations'])
}

const resize = (office: Office, numberOfPollingStations: number) =>
  callOf(office)(places.editCounty, {
    params: { id: 1 as Id<'areas'> },
    body: { name: 'Județul 1', code: 'J1', diaspora: false, numberOfPollingStations },
  })

/** Where stations lie in the counties themselves: those of the first, numbered from 1. */
export const flattening = `
  update elections set level_names = '["Județ"]';
  update polling_stations s set area_id = 1, number = n.number
    from (select id, row_number() over (order by id) as number
            from polling_stations where county_id = 1) n
   where s.id = n.id;
  delete from areas where level = 2 and county_id = 1`

/** How phones name a station then. */
export const flatAddressOf = (station: number) => {
  const municipality = municipalityOf(station)
  if (countyOf(municipality) !== 0) return addressOf(station)
  const before = Math.floor(municipality / counties) * stationsPerMunicipality
  return {
    countyCode: 'J1',
    pollingStationNumber: before + (station % stationsPerMunicipality) + 1,
  }
}

export const actsOfCounties: readonly Act[] = [
  {
    what: 'a county grown by very many stations',
    prepare: async (office) => {
      const before = await county(office)
      return () => resize(office, before + many(office))
    },
  },
  {
    what: 'the county shrunk again',
    prepare: async (office) => {
      const before = await county(office)
      return () => resize(office, before - many(office))
    },
  },
  {
    what: 'a rehearsal cleared',
    // Whose rehearsal is over is signed in no longer.
    mayRefuse: /^HTTP\/1.1 401/,
    prepare: async (office) => {
      await query(office.url, `update elections set state = 'rehearsal' where is_current`)
      return async () => {
        await callOf(office)(elections.clearRehearsal, {})
        await until(office.url, `not exists (select from visits where election_id = ${electionId})`)
      }
    },
  },
]

export const actsOfAnEnd: readonly Act[] = [
  {
    what: 'a rehearsal made the real thing',
    prepare: async (office) => {
      await query(office.url, `update elections set state = 'rehearsal' where is_current`)
      const params = { id: electionId as Id<'elections'> }
      return () => callOf(office)(elections.start, { params })
    },
  },
]
