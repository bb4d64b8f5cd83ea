import { session } from '#features/session/contract.ts'
import { httpCall, load } from '../calling/loading.ts'
import { password, staff } from '../data/people.ts'
import { phoneOf, pinOf, type Shape } from '../data/shape.ts'
import type { Figure, Stage } from '../figure.ts'
import { metricOf } from '../machine/metric.ts'

const inFlight = 64

/** The allowed factor over the rest: the first minute of an evening starts on a cold server. */
const longer = 4

/** Many observers who sign in at once, alone and together with staff. */
export async function measureSignIns(stage: Stage): Promise<Figure[]> {
  const { shape } = stage
  const seconds = longer * stage.seconds
  const server = await stage.start(await stage.copy())
  const phones = phoneCalls(shape)
  // Half of the observers each time, starting with the first, so that none signs in twice unless they are few.
  const half = Math.ceil(phones.length / 2)
  const options = { url: server.url, inFlight, seconds, isRepeated: phones.length < 20_000 }
  try {
    await lagOf(server.url)
    const alone = await load(phones.slice(0, half), options)
    const lagAlone = await lagOf(server.url)
    const [beside, people] = await Promise.all([
      load(phones.slice(half), options),
      load(staffCalls(), { ...options, inFlight: staff, isRepeated: true }),
    ])
    const lagBeside = await lagOf(server.url)
    const rate = (value: number) => `${Math.round(value)}/s`
    return [
      {
        number: 2,
        what: 'sign-ins of observers',
        value: alone.perSecond,
        unit: '/s',
        least: 400,
        ms: 1000 / alone.perSecond,
        footnote: `p99 ${alone.p99.toFixed(0)} ms`,
      },
      {
        number: 2,
        what: 'sign-ins: loop held up, p99, while staff signs in',
        value: lagBeside,
        unit: 'ms',
        most: 50,
        footnote: `alone ${lagAlone.toFixed(0)} ms; ${rate(beside.perSecond)} observers beside ${rate(people.perSecond)} staff`,
      },
    ]
  } finally {
    await server.stop()
  }
}

const phoneCalls = ({ observers }: Shape) =>
  Array.from({ length: observers }, (_, observer) => {
    const body = { user: phoneOf(observer), password: pinOf(observer), uniqueId: `p${observer}` }
    return httpCall(session.authorize, { body })
  })

const staffCalls = () =>
  Array.from({ length: staff }, (_, one) =>
    httpCall(session.authorize, { body: { user: `staff${one + 1}`, password } }),
  )

/** The event loop's delay, in milliseconds, since the last call. */
const lagOf = async (url: string) =>
  1000 * (await metricOf(url, 'nodejs_eventloop_lag_p99_seconds'))
