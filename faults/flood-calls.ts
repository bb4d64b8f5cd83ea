import { accounts } from '#features/accounts/contract.ts'
import { answers } from '#features/answers/contract.ts'
import { invitations } from '#features/invitations/contract.ts'
import { session } from '#features/session/contract.ts'
import { httpCall } from '../bench/loading.ts'
import { phoneOf, shapeOf } from '../bench/shape.ts'

/** The election that is flooded. */
export const shape = shapeOf(0.01)

/** A flood: so many connections, each of which sends its next call when it has a reply. */
export type Flood = {
  readonly name: string
  readonly connections: number
  readonly calls: readonly string[]
}

const headers = (call: string, more: string) => call.replace('\r\n', `\r\n${more}\r\n`)

/** As a proxy would pass it on. */
export const from = (call: string, address: string) => headers(call, `x-forwarded-for: ${address}`)

/** From the nth of many addresses. */
const fromNth = (call: string, nth: number) =>
  from(call, `10.${nth >> 16}.${(nth >> 8) & 255}.${nth & 255}`)

export const many = (count: number, make: (nth: number) => string) =>
  Array.from({ length: count }, (_, nth) => make(nth))

export const asStaff = (nth: number) =>
  httpCall(session.authorize, { body: { user: `cont ${nth}`, password: 'a guess' } })
/** Of every observer but the last, who has to get in by a new phone when all is over. */
const asPhone = (nth: number) =>
  httpCall(session.authorize, {
    body: {
      user: phoneOf(nth % (shape.observers - 1)),
      password: '0000',
      uniqueId: `guesser ${nth}`,
    },
  })

/** @param staff the token of somebody of the staff */
export function floodsOf(staff: string): readonly Flood[] {
  const guess = { current: 'wrong', password: 'o parolă nouă și lungă' }
  const calls = 20_000
  return [
    { name: 'nobody', connections: 0, calls: [] },
    ...[60, 300, 1000].map((connections) => ({
      name: 'made-up staff names, one address',
      connections,
      calls: many(calls, asStaff),
    })),
    {
      name: 'made-up staff names, many addresses',
      connections: 300,
      calls: many(calls, (nth) => fromNth(asStaff(nth), nth)),
    },
    {
      name: 'names of staff, many addresses',
      connections: 300,
      calls: many(calls, (nth) => fromNth(asStaff(nth).replace(/cont \d+/, 'staff2'), nth)),
    },
    { name: 'phones, one address', connections: 300, calls: many(calls, asPhone) },
    {
      name: 'phones, many addresses',
      connections: 1000,
      calls: many(calls, (nth) => fromNth(asPhone(nth), nth)),
    },
    {
      name: 'current passwords',
      connections: 60,
      calls: [httpCall(accounts.changeOwnPassword, { body: guess }, staff)],
    },
    {
      name: 'reset mails, many addresses',
      connections: 300,
      calls: many(calls, (nth) =>
        fromNth(httpCall(invitations.forgot, { body: { account: `staff${nth % 9}` } }), nth),
      ),
    },
    {
      name: 'calls without a token',
      connections: 300,
      calls: [httpCall(answers.list, { query: {} })],
    },
    { name: 'half-sent bodies', connections: 1000, calls: [] },
  ]
}
