import { sql } from 'kysely'
import { accounts } from '#features/accounts/contract.ts'
import { exports } from '#features/export/contract.ts'
import { factors } from '#features/factors/contract.ts'
import { invitations } from '#features/invitations/contract.ts'
import { observers } from '#features/observers/contract.ts'
import { session } from '#features/session/contract.ts'
import { appBody, TestPasskey } from '../passkey.ts'
import { type Person, passwords, phones, type Stage } from '../stage.ts'
import {
  csv,
  importTooLarge,
  meanwhile,
  noSuch,
  observerNamed,
  type RefusalCases,
  refusalCase,
  unknownId,
} from './refusal-case.ts'

const noQuestion = { challenge: 'bm9uZQ' }
const password = 'o parolă destul de lungă'
const easy = 'Password2024'
const ngo = { name: 'Vot Curat', shortName: 'VC' }
const key = { name: 'Harta', role: 'guest', days: 90 }
const observer = { name: 'Ioana', phone: phones.dana, pin: '1234' }

const failedSignIn = (user: string) => {
  const call = { body: { user, password: 'nu e aceasta' } }
  return {
    'session.refused': refusalCase(() => call),
    'session.password-expired': refusalCase(async ({ ana, database, clock }) => {
      const account = `${user} nou`
      await ana.call(accounts.add, { body: { account, password } })
      const change = { passwordUntil: clock.now }
      await database.write((tx) =>
        tx.updateTable('staff').set(change).where('account', '=', account).execute(),
      )
      return { body: { user: account, password } }
    }),
    'session.code-needed': refusalCase(async ({ calin }) => {
      await calin.call(factors.turnOn, { body: appBody })
      return { body: { user: 'calin', password: passwords.calin } }
    }),
    'request.too-many': refusalCase(async ({ stranger }) => {
      const { path: url, method } = session.authorize
      for (let attempt = 0; attempt < 5; attempt++)
        await stranger.send({ method, url, payload: call.body })
      return call
    }),
  } as const
}

async function importedObservers({ ana }: Stage) {
  const bytes = new TextEncoder().encode('Phone,Pin,Name\n0711 1,1234,Ioana\n')
  await ana.call(observers.import, { body: {} }, [{ name: 'a.csv', bytes }])
  return { id: (await ana.call(observers.listImports))[0]!.id }
}

const importRefused = {
  ...importTooLarge,
  'import.refused': refusalCase(() => ({ body: {}, files: csv('o.csv', 'Phone,Pin,Name\n,1,\n') })),
  'import.undoing': refusalCase(async (cast) => {
    await cast.ana.call(observers.undoImport, { params: await importedObservers(cast) })
    return { body: {}, files: csv('o.csv', 'Phone,Pin,Name\n') }
  }, 'nested'),
  'thing.not-found': refusalCase(() => ({
    body: { ngoId: unknownId },
    files: csv('o.csv', 'Phone,Pin,Name\n0799,1234,Ioana\n'),
  })),
} as const

const addObserver = (phone: string) => sql`
  insert into observers (election_id, ngo_id, name, phone, phone_digits, pin_hash)
  select election_id, ngo_id, 'Ioana', phone, phone_digits, pin_hash
    from observers where phone = ${phone}`

/** Two observers share a number, as was possible before numbers were compared. */
const shareNumber = (number: string) => sql`
  update observers set phone_e164 = ${number}, shares_number = true
   where id in (select id from observers where deleted_at is null order by id limit 2)`

const guest = { role: 'guest', countyCodes: null } as const

const ngoIdOf = async (person: Person) => (await person.call(session.me)).ngoId

const staffIdOf = ({ database }: Stage, account: string) =>
  database.primary
    .selectFrom('staff')
    .select('id')
    .where('account', '=', account)
    .executeTakeFirstOrThrow()

/** The refusals of accounts, sign-in, and observers. */
export const peopleRefusalCases: RefusalCases = {
  'accounts.ngoName': { 'thing.not-found': noSuch.ofParams },
  'accounts.editNgo': {
    'thing.not-found': refusalCase(() => ({ params: { id: unknownId }, body: ngo })),
    'account.last-organiser': refusalCase(async ({ ana }) => {
      const { ngoId: id } = await ana.call(session.me)
      return { params: { id }, body: { ...ngo, isActive: false } }
    }),
    'thing.changed-meanwhile': refusalCase(async ({ ana }) => {
      const params = { id: (await ana.call(session.me)).ngoId }
      await ana.call(accounts.editNgo, { params, body: ngo })
      return { params, body: { shortName: 'VX', revision: 1 } }
    }),
  },
  'accounts.add': {
    'account.password-easy': refusalCase(() => ({ body: { account: 'elena', password: easy } })),
    'account.taken': refusalCase(() => ({ body: { account: 'CALIN', password } })),
    'thing.not-found': refusalCase(() => ({
      body: { account: 'elena', password, ngoId: unknownId },
    })),
    'account.no-such-county': refusalCase(() => ({
      body: { account: 'elena', password, role: 'guest', countyCodes: ['XX'] },
    })),
    'account.role-not-given': refusalCase(async ({ calin }) => ({
      body: { account: 'elena', password, role: 'organiser', ngoId: await ngoIdOf(calin) },
    })),
  },
  'keys.make': {
    'thing.not-found': refusalCase(() => ({ body: { ...key, ngoId: unknownId } })),
    'account.no-such-county': refusalCase(() => ({ body: { ...key, countyCodes: ['XX'] } })),
    'account.role-not-given': refusalCase(async ({ calin }) => ({
      body: { ...key, role: 'organiser', ngoId: await ngoIdOf(calin) },
    })),
  },
  'keys.revoke': { 'thing.not-found': noSuch.ofParams },
  'accounts.setRole': {
    'thing.not-found': refusalCase(() => ({ params: { id: unknownId }, body: guest })),
    'account.no-such-county': refusalCase(async (cast) => ({
      params: await staffIdOf(cast, 'calin'),
      body: { countyCodes: ['XX'] },
    })),
    'account.role-not-given': refusalCase(async (cast) => ({
      params: await staffIdOf(cast, 'calin'),
      body: { ...guest, role: 'organiser' },
    })),
    'account.last-organiser': refusalCase(async (cast) => ({
      params: await staffIdOf(cast, 'ana'),
      body: guest,
    })),
    'thing.changed-meanwhile': refusalCase(async (cast) => {
      const params = await staffIdOf(cast, 'calin')
      await cast.ana.call(accounts.setRole, { params, body: { role: 'guest' } })
      return { params, body: { role: 'reviewer', revision: 1 } }
    }),
  },
  'accounts.setEmail': {
    'thing.not-found': refusalCase(() => ({ params: { id: unknownId }, body: { email: null } })),
    'thing.changed-meanwhile': refusalCase(async (cast) => {
      const params = await staffIdOf(cast, 'calin')
      const email = 'calin@veghe.example'
      await cast.ana.call(accounts.setEmail, { params, body: { email } })
      return { params, body: { email: null, revision: 1 } }
    }),
  },
  'accounts.setPassword': {
    'thing.not-found': refusalCase(() => ({ params: { id: unknownId }, body: { password } })),
    'account.password-easy': refusalCase(async (cast) => ({
      params: await staffIdOf(cast, 'calin'),
      body: { password: easy },
    })),
    'thing.changed-meanwhile': refusalCase(async (cast) => {
      const params = await staffIdOf(cast, 'calin')
      await cast.ana.call(accounts.setPassword, { params, body: { password } })
      return { params, body: { password, revision: 1 } }
    }),
  },
  'accounts.unlock': { 'thing.not-found': noSuch.ofParams },
  'accounts.remove': {
    'thing.not-found': noSuch.ofParams,
    'account.last-organiser': refusalCase(async (cast) => ({
      params: await staffIdOf(cast, 'ana'),
    })),
    'account.has-tasks': refusalCase(async (cast) => {
      await cast.calin.call(exports.start, { body: { what: 'answers' } })
      return { params: await staffIdOf(cast, 'calin') }
    }, 'nested'),
  },
  'observers.undoImport': {
    'thing.not-found': noSuch.ofParams,
    'import.undone': refusalCase(async (cast) => {
      const params = await importedObservers(cast)
      await cast.ana.call(observers.undoImport, { params })
      return { params }
    }),
  },
  'accounts.restore': {
    'thing.not-found': noSuch.ofParams,
    'account.taken': refusalCase(async (cast) => {
      const params = await staffIdOf(cast, 'calin')
      await cast.ana.call(accounts.remove, { params, query: {} })
      await cast.ana.call(accounts.add, { body: { account: 'Calin' } })
      return { params }
    }),
  },
  'accounts.changeOwnPassword': {
    'session.refused': refusalCase(() => ({ body: { current: 'nu e aceasta', password } })),
    'request.too-many': refusalCase(async ({ ana }) => {
      const wrong = { current: 'nu e aceasta', password }
      for (let time = 0; time < 5; time++)
        await ana.send({ method: 'POST', url: accounts.changeOwnPassword.path, payload: wrong })
      return { body: wrong }
    }),
    'account.password-easy': refusalCase(() => ({
      body: { current: passwords.ana, password: easy },
    })),
  },
  'accounts.choosePassword': {
    'thing.not-found': refusalCase(() => ({ body: { password } })),
    'account.password-easy': refusalCase(async (cast) => {
      await cast.database.write((tx) =>
        tx
          .updateTable('staff')
          .set({ passwordUntil: new Date('2027-01-01') })
          .execute(),
      )
      return { body: { password: easy } }
    }),
  },
  'session.authorizeV1': failedSignIn('elena'),
  'session.authorize': failedSignIn('mihai'),
  'session.authorizeByPasskey': {
    'session.refused': refusalCase(() => ({
      body: { passkey: new TestPasskey().answer(noQuestion) },
    })),
  },
  'session.confirm': {
    'session.refused': refusalCase(() => ({ body: { password: 'nu e aceasta' } })),
    'request.too-many': refusalCase(async ({ ana }) => {
      const body = { password: 'nu e aceasta' }
      for (let attempt = 0; attempt < 5; attempt++)
        await ana.call(session.confirm, { body }).catch(() => undefined)
      return { body }
    }),
  },
  'session.endOne': {
    'thing.not-found': refusalCase(() => ({
      params: { id: '8b0f4b1e-6d0c-4f5e-9a51-0d6f3c1f2a77' },
    })),
  },
  'invitations.invite': { 'thing.not-found': noSuch.ofParams },
  'invitations.accept': {
    'invitation.expired': refusalCase(() => ({ body: { token: 'x'.repeat(43), password } })),
    'account.password-easy': refusalCase(async (cast) => {
      const params = await staffIdOf(cast, 'calin')
      const { link } = await cast.ana.call(invitations.invite, { params })
      return { body: { token: link.slice(-43), password: easy } }
    }),
  },
  'invitations.forgot': {
    'request.too-many': refusalCase(async ({ stranger }) => {
      const body = { account: 'ana' }
      for (let time = 0; time < 10; time++) await stranger.call(invitations.forgot, { body })
      return { body }
    }),
  },
  'factors.turnOn': {
    'factor.code-wrong': refusalCase(() => ({ body: { ...appBody, code: 'abcdef' } })),
  },
  'factors.turnOff': { 'thing.not-found': refusalCase(() => ({})) },
  'factors.renewRecoveryCodes': { 'thing.not-found': refusalCase(() => ({})) },
  'factors.addPasskey': {
    'factor.passkey-refused': refusalCase(() => ({
      body: { name: 'Telefonul', passkey: new TestPasskey().register(noQuestion) },
    })),
  },
  'factors.removePasskey': { 'thing.not-found': noSuch.ofParams },
  'factors.setRule': { 'factor.own-first': refusalCase(() => ({ body: { isWanted: true } })) },
  'factors.takeAway': { 'thing.not-found': noSuch.ofParams },
  'observers.add': {
    'observer.phone-taken': refusalCase(() => ({ body: observer })),
    'thing.not-found': refusalCase(() => ({ body: { ...observer, ngoId: unknownId } })),
  },
  'observers.edit': {
    'observer.phone-taken': refusalCase(async (cast) => ({
      body: { observerId: await observerNamed(cast, 'Bogdan'), phone: phones.dana },
    })),
    'thing.not-found': refusalCase(() => ({ body: { observerId: unknownId, name: 'Ioana' } })),
    'thing.changed-meanwhile': refusalCase(async (cast) => {
      const observerId = await observerNamed(cast, 'Bogdan')
      await cast.ana.call(observers.edit, { body: { observerId, isTest: true } })
      return { body: { observerId, isTest: false, revision: 1 } }
    }),
  },
  'observers.remove': { 'thing.not-found': noSuch.ofQuery },
  'observers.restore': {
    'thing.not-found': noSuch.ofParams,
    'observer.phone-taken': refusalCase(async (cast) => {
      const id = await observerNamed(cast, 'Dana')
      await cast.ana.call(observers.remove, { query: { id } })
      await cast.ana.call(observers.add, { body: observer })
      return { params: { id } }
    }),
  },
  'observers.restoreSeveral': {
    // Refused only if another call takes the phone at the same moment: otherwise it is skipped.
    'observer.phone-taken': refusalCase(async (cast) => {
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
    'import.refused': refusalCase(() => ({
      body: {},
      files: csv('o.csv', '<html><table><tr><td>Phone</td></tr></table></html>'),
    })),
  },
  'observers.resetPin': {
    'thing.not-found': refusalCase(() => ({
      body: { action: 'reset-password', phoneNumber: '0799', pin: '1234' },
    })),
    'observer.phone-shared': refusalCase(async (cast) => {
      await cast.database.write((tx) => shareNumber('+40799000000').execute(tx))
      return { body: { action: 'reset-password', phoneNumber: '0799 000 000', pin: '1234' } }
    }),
    'thing.changed-meanwhile': refusalCase(async (cast) => {
      const observerId = await observerNamed(cast, 'Bogdan')
      const body = { action: 'reset-password', observerId, pin: '1234' } as const
      await cast.ana.call(observers.resetPin, { body })
      return { body: { ...body, revision: 1 } }
    }),
  },
  'observers.unlock': { 'thing.not-found': noSuch.ofParams },
  'observers.import': importRefused,
}
