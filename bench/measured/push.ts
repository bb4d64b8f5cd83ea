import { setTimeout as pause } from 'node:timers/promises'
import { phoneAt } from '#apps/cli/phone.ts'
import { type Notification, notifications } from '#features/notifications/contract.ts'
import { signInStaff } from '../calling/signed-in.ts'
import type { Figure, Stage } from '../figure.ts'
import { metricOf } from '../machine/metric.ts'
import { openProvider } from './provider.ts'

const answersAfterMs = 100
/** How often progress is polled, in milliseconds: the precision of the time. */
const lookEveryMs = 50

/** A message to the phones of all observers, through a provider as slow as a real one. */
export async function measurePush(stage: Stage): Promise<Figure[]> {
  const { observers } = stage.shape
  const url = await stage.copy()
  const token = await signInStaff(url)
  const provider = await openProvider(answersAfterMs)
  const server = await stage.start(url, provider.settings)
  try {
    const call = phoneAt(server.url, { forMs: 0 })
    const busy = () => metricOf(server.url, 'process_cpu_seconds_total')
    const busyBefore = await busy()
    const from = performance.now()
    const body = { title: 'Secția se închide la 21:00', message: 'Rămâneți până la afișare.' }
    await call(notifications.sendAll, { body }, token)
    const counts = async () =>
      (await call(notifications.list, { query: { pageSize: 1 } }, token)).data[0]
    let sent = await counts()
    while (sent?.queued !== 0) {
      await pause(lookEveryMs)
      sent = await counts()
    }
    const seconds = (performance.now() - from) / 1000
    ensureOnce(sent, provider.taken, observers)
    const workMs = (1000 * ((await busy()) - busyBefore)) / observers
    return [
      {
        number: 7,
        what: 'push messages, each with its result',
        value: observers / seconds,
        unit: '/s',
        least: 1000,
        ms: (1000 * seconds) / observers,
        footnote: `${observers} in ${seconds.toFixed(1)} s; the server works ${workMs.toFixed(2)} ms on each`,
      },
    ]
  } finally {
    await server.stop()
    await provider.stop()
  }
}

/** Checks that every phone got the message once, and that the results show it. */
function ensureOnce(
  { sent, failed, recipients }: Notification,
  taken: ReadonlyMap<string, number>,
  observers: number,
): void {
  const isOnce = taken.size === observers && [...taken.values()].every((times) => times === 1)
  if (!isOnce || recipients !== observers || sent !== observers)
    throw new Error(`Of ${observers}, ${taken.size} were reached; ${sent} sent, ${failed} failed`)
}
