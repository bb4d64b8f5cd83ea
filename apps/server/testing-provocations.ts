import { type RawBuilder, sql } from 'kysely'
import { vi } from 'vitest'
import { aiud, said, send } from '#features/answers/server/testing.ts'
import { elections } from '#features/elections/contract.ts'
import { FormDraft, forms } from '#features/forms/contract.ts'
import { observers } from '#features/observers/contract.ts'
import { places } from '#features/places/contract.ts'
import { session } from '#features/session/contract.ts'
import { unplaced } from '#features/unplaced/contract.ts'
import { visits } from '#features/visits/contract.ts'
import type { Id } from '#kit/contract/id.ts'
import { parse } from '#kit/contract/parse.ts'
import type { ProblemCode } from '#kit/contract/problem.ts'
import { phones, type Stage, type TestFile } from './testing.ts'
import type { Places } from './testing-election.ts'
import { sampleForms } from './testing-election.ts'
import type { Said } from './testing-requests.ts'

/** What somebody says who may call the endpoint, and whom it nevertheless refuses. */
export type Provoking = Said & { readonly files?: readonly TestFile[] }

/** Prepares a stage on which the call is refused, and makes the call. */
export type Provocation = {
  readonly places?: Places
  readonly call: (cast: Stage) => Provoking | Promise<Provoking>
}

type Provocations = Readonly<Record<string, Readonly<Partial<Record<ProblemCode, Provocation>>>>>

const when = (call: Provocation['call'], places?: Places): Provocation => ({
  call,
  ...(places && { places }),
})

/** An id that no table has. */
const nobody = 77_777
const password = 'o parolă destul de lungă'
const ngo = { name: 'Vot Curat', shortName: 'VC' }
const noSuch = {
  ofParams: when(() => ({ params: { id: nobody } })),
  ofBody: when(() => ({ body: { id: nobody } })),
  ofQuery: when(() => ({ query: { id: nobody } })),
}

const observer = { name: 'Ioana', phone: phones.dana, pin: '1234' }

async function observerNamed({ ana }: Stage, name: string): Promise<Id<'observers'>> {
  return (await ana.call(observers.list, { query: { name } })).data[0]!.id
}

const failedSignIn = (user: string) => {
  const call = { body: { user, password: 'nu e aceasta' } }
  return {
    'session.refused': when(() => call),
    'request.too-many': when(async ({ stranger }) => {
      const { path: url, method } = session.authorize
      for (let attempt = 0; attempt < 5; attempt++)
        await stranger.send({ method, url, payload: call.body })
      return call
    }),
  } as const
}

const evening = { name: 'Turul doi', day: '2026-12-06', timezone: 'Europe/Bucharest' }

const currentId = async ({ ana }: Stage) => (await ana.call(elections.current)).id

async function archived({ ana }: Stage): Promise<number> {
  const id = (await ana.call(elections.add, { body: evening })) as Id<'elections'>
  await ana.call(elections.archive, { params: { id } })
  return id
}

const county = { name: 'Alba', code: 'AB' }

const seen = async (cast: Stage) => {
  await send(cast.bogdan, said(cast, aiud, 'A1.1', 'Nu'))
  return cast.field.formId('A')
}

/** The county of that code, which is named so in both kinds of election. */
async function areaId({ database }: Stage, code: string): Promise<number> {
  const { id } = await database.primary
    .selectFrom('areas')
    .select('id')
    .where('code', '=', code)
    .executeTakeFirstOrThrow()
  return id
}

const csv = (name: string, text: string) => [{ name, bytes: Buffer.from(text) }]
const tooLarge = (bytes: number) => [{ name: 'film.mp4', bytes: Buffer.alloc(bytes + 1) }]
const noteTooLarge = {
  'request.too-large': when(() => ({ body: { ...aiud }, files: tooLarge(50_000_000) })),
} as const

const importTooLarge = {
  'request.too-large': when(() => ({ body: {}, files: tooLarge(20_000_000) })),
} as const

const importRefused = {
  ...importTooLarge,
  'import.refused': when(() => ({ body: {}, files: csv('o.csv', 'Phone,Pin,Name\n,1,\n') })),
  'thing.not-found': when(() => ({
    body: { ngoId: nobody },
    files: csv('o.csv', 'Phone,Pin,Name\n0799,1234,Ioana\n'),
  })),
} as const

/** Somebody else does this at the same moment: it is done, and commits once anybody waits for it. */
async function meanwhile({ database }: Stage, act: RawBuilder<unknown>): Promise<void> {
  let isDone = () => {}
  const done = new Promise<void>((resolve) => {
    isDone = resolve
  })
  void database.write(async (tx) => {
    await act.execute(tx)
    isDone()
    await vi.waitFor(async () => {
      const { rows } = await sql`select from pg_locks where not granted`.execute(database.primary)
      if (rows.length === 0) throw new Error('Nobody waits yet')
    }, 10_000)
  })
  await done
}

const addObserver = (phone: string) => sql`
  insert into observers (election_id, ngo_id, name, phone, phone_digits, pin_hash)
  select election_id, ngo_id, 'Ioana', phone, phone_digits, pin_hash
    from observers where phone = ${phone}`

const visitEveryStation = sql`
  insert into visits
    (election_id, observer_id, polling_station_id, ngo_id, county_id, last_modified)
  select s.election_id, o.id, s.id, o.ngo_id, s.county_id, o.created_at
    from polling_stations s join observers o on o.name = 'Bogdan Pop'`

const unknownRecipients = when(() => ({
  body: { title: 'Salut', message: 'Salut', recipients: [nobody] },
}))

/** A report of Bogdan's about a station, or an option, that does not exist. */
async function strayOf(cast: Stage, sent: { optionId: number; number: number }): Promise<number> {
  const { optionId, number } = sent
  const at = { ...aiud, pollingStationNumber: number }
  await send(cast.bogdan, { ...said(cast, at, 'A1.1'), options: [{ optionId }] })
  return (await cast.ana.call(unplaced.list, { query: {} })).data[0]!.id
}

/** For every problem that a contract lists, a call that is refused with it. */
export const provocations: Provocations = {
  'accounts.editNgo': {
    'thing.not-found': when(() => ({ params: { id: nobody }, body: ngo })),
    'account.last-organiser': when(async ({ ana }) => {
      const { ngoId: id } = await ana.call(session.me)
      return { params: { id }, body: { ...ngo, isActive: false } }
    }),
  },
  'accounts.add': {
    'account.taken': when(() => ({ body: { account: 'CALIN', password } })),
    'thing.not-found': when(() => ({ body: { account: 'elena', password, ngoId: nobody } })),
  },
  'accounts.setEmail': {
    'thing.not-found': when(() => ({ params: { id: nobody }, body: { email: null } })),
  },
  'accounts.setPassword': {
    'thing.not-found': when(() => ({ params: { id: nobody }, body: { password } })),
  },
  'accounts.remove': {
    'thing.not-found': noSuch.ofParams,
    'account.last-organiser': when(async ({ database }) => ({
      params: await database.primary
        .selectFrom('staff')
        .select('id')
        .where('account', '=', 'ana')
        .executeTakeFirstOrThrow(),
    })),
  },
  'accounts.changeOwnPassword': {
    'session.refused': when(() => ({ body: { current: 'nu e aceasta', password } })),
  },
  'session.authorizeV1': failedSignIn('elena'),
  'session.authorize': failedSignIn('mihai'),
  'elections.clearRehearsal': { 'election.not-a-rehearsal': when(() => ({})) },
  'elections.add': {
    'thing.not-found': when(() => ({ body: { ...evening, copyFrom: nobody } })),
  },
  'elections.editOne': {
    'thing.not-found': when(() => ({ params: { id: nobody }, body: evening })),
  },
  'elections.makeCurrent': {
    'thing.not-found': noSuch.ofParams,
    'election.is-archived': when(async (cast) => ({ params: { id: await archived(cast) } })),
  },
  'elections.start': {
    'thing.not-found': noSuch.ofParams,
    'election.has-started': when(async (cast) => ({ params: { id: await currentId(cast) } })),
    'election.is-archived': when(async (cast) => ({ params: { id: await archived(cast) } })),
  },
  'elections.archive': {
    'thing.not-found': noSuch.ofParams,
    'election.is-current': when(async (cast) => ({ params: { id: await currentId(cast) } })),
  },
  'elections.reopen': { 'thing.not-found': noSuch.ofParams },
  'elections.remove': {
    'thing.not-found': noSuch.ofParams,
    'election.is-current': when(async (cast) => ({ params: { id: await currentId(cast) } })),
    'election.has-data': when(async (cast) => {
      const id = await currentId(cast)
      const other = await cast.ana.call(elections.add, { body: evening })
      await cast.ana.call(elections.makeCurrent, { params: { id: other as Id<'elections'> } })
      return { params: { id } }
    }),
  },
  'elections.restore': { 'thing.not-found': noSuch.ofParams },
  'places.county': { 'thing.not-found': noSuch.ofParams },
  'places.stations': { 'thing.not-found': noSuch.ofParams },
  'places.addCounty': { 'county.code-taken': when(() => ({ body: county })) },
  'places.editCounty': {
    'thing.not-found': when(() => ({ params: { id: nobody }, body: county })),
    'county.code-taken': when(async (cast) => ({
      params: { id: await areaId(cast, 'CJ') },
      body: county,
    })),
    'county.stations-have-data': when(async (cast) => {
      const lastOfAlba = { countyCode: 'AB', pollingStationNumber: 3 }
      await cast.bogdan.call(visits.report, { body: lastOfAlba })
      const id = await areaId(cast, 'AB')
      return { params: { id }, body: { ...county, numberOfPollingStations: 2 } }
    }, 'flat'),
    'county.counts-its-areas': when(async (cast) => ({
      params: { id: await areaId(cast, 'AB') },
      body: { ...county, numberOfPollingStations: 99 },
    })),
  },
  'places.importCounties': {
    ...importTooLarge,
    'import.refused': when(() => ({ body: {}, files: csv('c.csv', 'Code,Name\n,Alba\n') })),
    // A report that is there already makes a wrong row; this one comes while the file is read.
    'county.stations-have-data': when(async (cast) => {
      await meanwhile(cast, visitEveryStation)
      const rows = 'Code,Name,Number of polling stations\nAB,Alba,2\n'
      return { body: {}, files: csv('c.csv', rows) }
    }, 'flat'),
  },
  'places.startCountyImport': importTooLarge,
  'places.startStationImport': importTooLarge,
  'places.importStations': {
    ...importTooLarge,
    'import.refused': when(() => ({ body: {}, files: csv('s.csv', 'County code,Number\nXX,\n') })),
  },
  'places.moveCountyToFirst': { 'thing.not-found': noSuch.ofBody },
  'places.removeCounty': {
    'thing.not-found': noSuch.ofBody,
    'county.has-data': when(async (cast) => {
      await seen(cast)
      return { body: { id: await areaId(cast, 'AB') } }
    }),
  },
  'places.restoreCounty': {
    'thing.not-found': noSuch.ofBody,
    'county.code-taken': when(async (cast) => {
      const body = { id: (await areaId(cast, 'AB')) as Id<'areas'> }
      await cast.ana.call(places.removeCounty, { body })
      await cast.ana.call(places.addCounty, { body: county })
      return { body }
    }, 'flat'),
  },
  'observers.add': {
    'observer.phone-taken': when(() => ({ body: observer })),
    'thing.not-found': when(() => ({ body: { ...observer, ngoId: nobody } })),
  },
  'observers.edit': {
    'observer.phone-taken': when(async (cast) => ({
      body: { observerId: await observerNamed(cast, 'Bogdan'), phone: phones.dana },
    })),
    'thing.not-found': when(() => ({ body: { observerId: nobody, name: 'Ioana' } })),
  },
  'observers.remove': { 'thing.not-found': noSuch.ofQuery },
  'observers.restore': {
    'thing.not-found': noSuch.ofParams,
    'observer.phone-taken': when(async (cast) => {
      const id = await observerNamed(cast, 'Dana')
      await cast.ana.call(observers.remove, { query: { id } })
      await cast.ana.call(observers.add, { body: observer })
      return { params: { id } }
    }),
  },
  'observers.restoreSeveral': {
    // Only whoever takes the phone at the same moment is in the way: the others are passed over.
    'observer.phone-taken': when(async (cast) => {
      const id = await observerNamed(cast, 'Emil')
      await cast.ana.call(observers.remove, { query: { id } })
      await meanwhile(cast, addObserver(phones.emil))
      return { body: { ids: [id] } }
    }),
  },
  'observers.startImport': {
    ...importTooLarge,
    'thing.not-found': importRefused['thing.not-found'],
  },
  'observers.checkImport': {
    ...importRefused,
    // It names every wrong row; only what is no table at all is refused.
    'import.refused': when(() => ({ body: {}, files: csv('o.csv', 'Phone,Pin,Name\n"0799') })),
  },
  'observers.resetPin': {
    'thing.not-found': when(() => ({
      body: { action: 'reset-password', phoneNumber: '0799', pin: '1234' },
    })),
  },
  'observers.import': importRefused,
  'forms.add': { 'form.code-taken': when(() => ({ body: sampleForms[0] })) },
  'forms.edit': {
    'thing.not-found': noSuch.ofBody,
    'form.code-taken': when(({ field }) => ({ body: { id: field.formId('A'), code: 'C' } })),
  },
  'forms.restore': {
    'thing.not-found': noSuch.ofParams,
    'form.code-taken': when(async ({ ana, field }) => {
      const formId = field.formId('C') as Id<'forms'>
      await ana.call(forms.remove, { query: { formId } })
      const [, counting] = sampleForms
      const body = parse(FormDraft, counting)
      await ana.call(forms.add, { body })
      return { params: { id: formId } }
    }),
  },
  'forms.losses': { 'thing.not-found': noSuch.ofBody },
  'forms.remove': {
    'thing.not-found': when(() => ({ query: { formId: nobody } })),
    'form.has-answers': when(async (cast) => ({ query: { formId: await seen(cast) } })),
  },
  'notes.write': noteTooLarge,
  'notes.upload': noteTooLarge,
  'notes.attachment': {
    'thing.not-found': when(() => ({
      params: { signature: 'nonsense', file: '1-1.png' },
      query: { until: 1 },
    })),
  },
  'unplaced.place': {
    'thing.not-found': when(({ field }) => ({
      params: { id: nobody },
      body: { pollingStationId: field.stationId('AB1', 1) },
    })),
    'unplaced.settled': when(async (cast) => {
      const id = await strayOf(cast, { optionId: 1, number: 77 })
      await cast.ana.call(unplaced.dismiss, { params: { id: id as Id<'unplaced'> } })
      return { params: { id }, body: { pollingStationId: cast.field.stationId('AB1', 1) } }
    }),
    'unplaced.has-no-place': when(async (cast) => ({
      params: { id: await strayOf(cast, { optionId: nobody, number: 78 }) },
      body: { pollingStationId: cast.field.stationId('AB1', 1) },
    })),
  },
  'unplaced.dismiss': {
    'thing.not-found': noSuch.ofParams,
    'unplaced.settled': when(async (cast) => {
      const id = await strayOf(cast, { optionId: cast.field.optionId('A1.1', 'Nu'), number: 79 })
      const params = { id: id as Id<'unplaced'> }
      const pollingStationId = cast.field.stationId('AB1', 1) as Id<'pollingStations'>
      await cast.ana.call(unplaced.place, { params, body: { pollingStationId } })
      return { params }
    }),
  },
  'unplaced.restore': { 'thing.not-found': noSuch.ofParams },
  'notifications.send': { 'notification.unknown-recipients': unknownRecipients },
  'notifications.reach': { 'notification.unknown-recipients': unknownRecipients },
  'notifications.find': { 'thing.not-found': noSuch.ofParams },
  'notifications.deliveries': { 'thing.not-found': noSuch.ofParams },
  'notifications.retry': { 'thing.not-found': noSuch.ofParams },
  'notifications.open': {
    'thing.not-found': when(() => ({ body: { notificationId: nobody } })),
  },
  'tasks.get': { 'thing.not-found': noSuch.ofParams },
  'tasks.cancel': { 'thing.not-found': noSuch.ofParams },
  'tasks.result': { 'thing.not-found': noSuch.ofParams },
  'tasks.errors': { 'thing.not-found': noSuch.ofParams },
  'answers.thread': {
    'thing.not-found': when(() => ({
      query: { observerId: nobody, pollingStationId: nobody },
    })),
  },
}
