import { expect, vi } from 'vitest'
import { phoneAt } from '#apps/cli/phone.ts'
import { installation } from '#features/installation/contract.ts'
import { pollOptions } from '../polling.ts'
import { secret } from '../secret.ts'
import { admin } from './installation.ts'
import type { Program } from './process.ts'

/** Settings of servers with a replica, in addition to their databases and folder. */
export const given = {
  SECRET: secret,
  ADMIN_ACCOUNT: admin.user,
  ADMIN_PASSWORD: admin.password,
} as const

export const healthOf = ({ url }: Program) => phoneAt(url, { forMs: 0 })(installation.health, {})

export const replicaComes = (server: Program, state: 'used' | 'behind' | 'away') =>
  vi.waitFor(async () => expect((await healthOf(server)).replica?.state).toBe(state), pollOptions)

/** How many reads a server has sent to primary and replica. */
export async function readsOf({ url }: Program) {
  const text = await (await fetch(`${url}/metrics`)).text()
  const count = (server: string) =>
    Number(new RegExp(`^veghe_reads_total\\{server="${server}"\\} (\\d+)$`, 'm').exec(text)?.[1])
  return { replica: count('replica'), primary: count('primary') }
}
