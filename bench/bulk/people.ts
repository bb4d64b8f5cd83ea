import { notifications } from '#features/notifications/contract.ts'
import { observers } from '#features/observers/contract.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { query } from '../cluster.ts'
import { until } from '../counting.ts'
import { nameOf } from '../data/people.ts'
import { organisations, phoneOf, pinOf } from '../data/shape.ts'
import { csv, importing, importingAtOnce, undoing } from './importing.ts'
import { type Act, callOf, type StaffContext } from './office.ts'

type Row = { readonly name: string; readonly pin: number; readonly begins?: string }

/** As many new observers as there are, in the first organisation. */
const newcomers = ({ stage }: StaffContext, { name, pin, begins = '09' }: Row) =>
  Array.from({ length: stage.shape.observers }, (_, place) => {
    const phone = `${begins}${String(place).padStart(8, '0')}`
    return [phone, pin, `${name} ${place}`, '']
  })

/** The observers of the first organisation, with new names. */
const oldHands = ({ stage }: StaffContext, name: string, test: string) =>
  Array.from({ length: Math.ceil(stage.shape.observers / organisations) }, (_, place) => {
    const observer = place * organisations
    return [phoneOf(observer), pinOf(observer), `${name} ${nameOf(observer)}`, test]
  })

const headings = ['Phone', 'Pin', 'Name', 'Test']

const imports: readonly Act[] = [
  {
    what: 'observers imported, all new',
    prepare: importing(observers.startImport, (office) =>
      csv([headings, ...newcomers(office, { name: 'Ioana', pin: 1234 })]),
    ),
  },
  {
    what: 'observers imported, with other names and PINs',
    prepare: importing(observers.startImport, (office) =>
      csv([
        headings,
        ...newcomers(office, { name: 'Maria', pin: 4321 }),
        ...oldHands(office, 'Sora', ''),
      ]),
    ),
  },
  {
    what: 'observers imported with other names and PINs undone, by the job',
    prepare: undoing(observers),
  },
  {
    what: 'observers imported in the call itself, all new',
    prepare: importingAtOnce(observers.import, (office) =>
      csv([headings, ...newcomers(office, { name: 'Ana', pin: 1234, begins: '06' })]),
    ),
  },
]

const tests: readonly Act[] = [
  ...['da', 'nu'].map((test) => ({
    what: `a tenth of the observers imported as ${test === 'da' ? '' : 'no '}test observers`,
    prepare: importing(observers.startImport, (office) =>
      csv([headings, ...oldHands(office, 'Sora', test)]),
    ),
  })),
  ...[true, false].map((isTest) => ({
    what: `one observer ${isTest ? 'becomes a test observer' : 'no longer is one'}`,
    prepare: async (office: StaffContext) => () =>
      callOf(office)(observers.edit, {
        body: { observerId: 1 as Id<'observers'>, isTest },
      }),
  })),
]

/** The imported observers, without reports. */
const ofTheFile = async ({ url }: StaffContext) => {
  const rows = await query(url, `select id from observers where phone like '09%'`)
  return rows.map(({ id }) => id as Id<'observers'>)
}

const severalActs: readonly Act[] = [
  {
    what: 'as many observers deleted as there were',
    prepare: async (office) => {
      const ids = await ofTheFile(office)
      return () => callOf(office)(observers.removeSeveral, { body: { ids } })
    },
  },
  {
    what: 'as many observers brought back',
    prepare: async (office) => {
      const ids = await ofTheFile(office)
      return () => callOf(office)(observers.restoreSeveral, { body: { ids } })
    },
  },
  {
    what: 'a message to all observers, until the last has it',
    prepare: async (office) => async () => {
      const body = { title: 'Secția se închide la 21:00', message: 'Rămâneți până la afișare.' }
      await callOf(office)(notifications.sendAll, { body })
      await until(office.url, `select not exists (select from deliveries where state = 'queued')`)
    },
  },
]

export const actsOnPeople = [...imports, ...tests, ...severalActs]
