import { setTimeout as pause } from 'node:timers/promises'
import { accounts } from '#features/accounts/contract.ts'
import { exports } from '#features/export/contract.ts'
import { tasks } from '#features/tasks/contract.ts'
import type { SeededRandom } from '#testing/evening/seeded-random.ts'
import { password } from '../../../bench/data/people.ts'
import type { Operation } from '../operation.ts'
import { act, type Clerk, read, untilDone } from './staff-member.ts'

const kinds = ['answers', 'notes', 'observers', 'counties', 'stations'] as const

async function exportLater(clerk: Clerk, draw: SeededRandom): Promise<void> {
  const what = draw.pick(kinds) ?? 'answers'
  const heard = await act(clerk, { endpoint: exports.start, sent: { body: { what } } })
  if (heard.kind === 'done' && draw.happens(0.4))
    await act(clerk, { endpoint: tasks.cancel, sent: { params: { id: heard.reply.id } } })
}

async function exportNow(clerk: Clerk, draw: SeededRandom): Promise<void> {
  const endpoint = draw.happens(0.5) ? exports.all : exports.notes
  await act(clerk, { endpoint, sent: { query: {} } })
}

/** Limits Sanda to other counties. */
async function limit(clerk: Clerk, draw: SeededRandom): Promise<void> {
  const { world } = clerk
  const listed = await read(clerk, { endpoint: accounts.list, sent: {} })
  const sanda = listed?.find(({ account }) => account === 'sanda')
  if (!sanda) return
  const countyCodes = [...(draw.pick([['CJ'], ['CJ', 'AB'], ['AB']]) ?? [])]
  const sent = { params: { id: sanda.id }, body: { role: 'reviewer' as const, countyCodes } }
  // Both old and new counties are allowed until the reply, and permanently without one.
  world.sight = { codes: [...new Set([...world.sight.codes, ...countyCodes])] }
  const heard = await act(clerk, { endpoint: accounts.setRole, sent })
  if (heard.kind === 'done') world.sight = { codes: countyCodes }
}

async function hireAndFire(clerk: Clerk, draw: SeededRandom): Promise<void> {
  const account = `nou${clerk.world.next()}`
  const sent = { body: { account, password: `${password} ${account}`, role: 'guest' as const } }
  const heard = await act(clerk, { endpoint: accounts.add, sent })
  if (heard.kind !== 'done') return
  const params = { id: heard.reply as never }
  await act(clerk, { endpoint: accounts.remove, sent: { params, query: {} } })
  if (draw.happens(0.5)) await act(clerk, { endpoint: accounts.restore, sent: { params } })
}

async function addOrganisation(clerk: Clerk, draw: SeededRandom): Promise<void> {
  const listed = await read(clerk, { endpoint: accounts.listNgos, sent: {} })
  const others = (listed ?? []).filter(
    ({ isOrganiser, shortName }) => !isOrganiser && shortName !== 'VL',
  )
  const ngo = draw.pick(others)
  const mark = clerk.world.next()
  const body = { name: `Organizația ${mark}`, shortName: `O${mark}` }
  if (others.length < 3) await act(clerk, { endpoint: accounts.addNgo, sent: { body } })
  else if (ngo)
    await act(clerk, {
      endpoint: accounts.editNgo,
      sent: { params: { id: ngo.id }, body: { ...body, isActive: draw.happens(0.5) } },
    })
}

/** Switches off the other organisation for a moment: its observers and their plan then do not count. */
async function switchOff(clerk: Clerk, draw: SeededRandom): Promise<void> {
  const listed = await read(clerk, { endpoint: accounts.listNgos, sent: {} })
  const ngo = listed?.find(({ shortName }) => shortName === 'VL')
  if (!ngo) return
  const turn = (isActive: boolean) =>
    act(clerk, {
      endpoint: accounts.editNgo,
      sent: { params: { id: ngo.id }, body: { isActive } },
    })
  await turn(false)
  await pause(draw.below(1500))
  await untilDone('An organisation is switched on again', () => turn(true))
}

export const taskOperations: readonly Operation<Clerk>[] = [
  { name: 'export left to be done', weight: 1, run: exportLater },
  { name: 'export', weight: 0.5, run: exportNow },
  { name: 'account limited', weight: 0.4, run: limit },
  { name: 'account added and deleted', weight: 0.8, run: hireAndFire },
  { name: 'organisation added or changed', weight: 0.3, run: addOrganisation },
  { name: 'organisation switched off', weight: 0.7, run: switchOff },
]
