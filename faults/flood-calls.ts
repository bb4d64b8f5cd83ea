import { accounts } from '#features/accounts/contract.ts'
import { answers } from '#features/answers/contract.ts'
import { invitations } from '#features/invitations/contract.ts'
import { session } from '#features/session/contract.ts'
import { httpCall } from '../bench/calling/loading.ts'
import { phoneOf, shapeOf } from '../bench/data/shape.ts'

/** The election that is flooded. */
export const shape = shapeOf(0.01)

/** A flood: each connection sends its next call after a reply. */
export type Flood = {
  readonly name: string
  readonly connections: number
  readonly calls: readonly string[]
}

const headers = (call: string, more: string) => call.replace('\r\n', `\r\n${more}\r\n`)

/** Adds the header that a proxy would add. */
export const from = (call: string, address: string) => headers(call, `x-forwarded-for: ${address}`)

/** Sends the call from the nth of many addresses. */
const fromNth = (call: string, nth: number) =>
  from(call, `10.${nth >> 16}.${(nth >> 8) & 255}.${nth & 255}`)

export const many = (count: number, make: (nth: number) => string) =>
  Array.from({ length: count }, (_, nth) => make(nth))

const guessAt = (user: string) =>
  httpCall(session.authorize, { body: { user, password: 'a guess' } })
export const asStaff = (nth: number) => guessAt(`cont ${nth}`)
/** For every observer but the last, who signs in on a new phone after the flood. */
const asPhone = (nth: number) =>
  httpCall(session.authorize, {
    body: {
      user: phoneOf(nth % (shape.observers - 1)),
      password: '0000',
      uniqueId: `guesser ${nth}`,
    },
  })

/** The numbers of connections. */
const sizes = [60, 300, 1000]

/** @param staff the token of a staff user */
function kindsOf(staff: string): Readonly<Record<string, readonly string[]>> {
  const guess = { current: 'wrong', password: 'o parolă nouă și lungă' }
  const all = (make: (nth: number) => string) => many(20_000, make)
  const forgot = (nth: number) => ({ body: { account: `staff${nth % 9}` } })
  return {
    'made-up staff names, one address': all(asStaff),
    'made-up staff names, many addresses': all((nth) => fromNth(asStaff(nth), nth)),
    'names of staff, many addresses': all((nth) => fromNth(guessAt(`staff${1 + (nth % 8)}`), nth)),
    'phones, one address': all(asPhone),
    'phones, many addresses': all((nth) => fromNth(asPhone(nth), nth)),
    'current passwords': [httpCall(accounts.changeOwnPassword, { body: guess }, staff)],
    'reset mails, many addresses': all((nth) =>
      fromNth(httpCall(invitations.forgot, forgot(nth)), nth),
    ),
    'calls without a token': [httpCall(answers.list, { query: {} })],
    'half-sent bodies': [],
  }
}

/** No flood, then each kind with each number of connections. */
export const floodsOf = (staff: string): readonly Flood[] => [
  { name: 'no flood', connections: 0, calls: [] },
  ...Object.entries(kindsOf(staff)).flatMap(([name, calls]) =>
    sizes.map((connections) => ({ name, connections, calls })),
  ),
]

/**
 * The results of two floods before strangers had a separate queue (finding 21.1); the others were not
 * measured.
 */
export const beforeOf = ({ name, connections }: Pick<Flood, 'name' | 'connections'>): string => {
  if (name !== 'made-up staff names, one address') return ''
  if (connections === 60) return 'a report took 170 times as long'
  return connections === 300 ? '33 of 58 refused, the others up to 12,500 ms' : ''
}
