import { setTimeout as pause } from 'node:timers/promises'
import { answers } from '#features/answers/contract.ts'
import { httpCall } from '../calling/loading.ts'
import { chosen } from '../calling/one-statement.ts'
import { signInObservers, signInStaff } from '../calling/signed-in.ts'
import { query } from '../cluster.ts'
import { untilCounted } from '../counting.ts'
import { addressOf, firstFree, organisations, type Shape, stationOf } from '../data/shape.ts'
import type { Figure, Stage } from '../figure.ts'
import { openProvider } from '../measured/provider.ts'
import { choicesOf } from '../measured/reports.ts'
import { percentile } from '../spread.ts'
import { actsOnCounties, flatAddressOf, flattening } from './counties.ts'
import { actsOfAnEnd, actsOfAStart, actsOfLeaving, actsOnOthers } from './elections.ts'
import { watchHeldUp } from './held-up.ts'
import type { Act, StaffContext } from './office.ts'
import { actsOnPeople } from './people.ts'
import { actsOnPlaces } from './places.ts'
import { actsOnPlan } from './plan.ts'
import { programs } from './programs.ts'
import { type LoadResult, type SteadyLoad, steadyLoad } from './steady-load.ts'

/** Reports per second: the peak of a large evening. A brief run needs only a few, to prove that reports are accepted. */
const perSecond = { whole: 100, brief: 10 }
/** How many acts of each part a brief run tries: they share all but the call itself. */
const briefActs = 2
/** The longest that any act of staff may delay a report. */
const mostMs = 1000
/** The latency of the push provider, in milliseconds. */
const answersAfterMs = 100

/** Acts in sequence on one copy of the data, by subject. */
const parts = {
  people: { acts: actsOnPeople, isFlat: false },
  places: { acts: [...actsOnPlaces, ...programs], isFlat: false },
  counties: { acts: actsOnCounties, isFlat: true },
  elections: { acts: actsOnOthers, isFlat: false },
  start: { acts: actsOfAStart, isFlat: false },
  end: { acts: actsOfAnEnd, isFlat: false },
  leaving: { acts: actsOfLeaving, isFlat: false },
  plan: { acts: actsOnPlan, isFlat: false, isPlanned: true },
} as const

/** Bulk acts of staff, with the slowest report during each; every part separately. */
export const bulkMeasurements = Object.fromEntries(
  Object.entries(parts).map(([name, part]) => [
    `bulk-${name}`,
    (stage: Stage) => measureBulk(stage, name, part),
  ]),
)

type Part = {
  readonly acts: readonly Act[]
  readonly isFlat: boolean
  readonly isPlanned?: boolean
}

async function measureBulk(
  stage: Stage,
  name: string,
  { acts, isFlat, isPlanned = false }: Part,
): Promise<Figure[]> {
  const figures: Figure[] = []
  const refused: string[] = []
  const url = await (isPlanned ? stage.copyPlanned() : stage.copy())
  if (isFlat) await query(url, flattening)
  const token = await signInStaff(url)
  const tokens = await signInObservers(url, stage.shape.observers)
  const provider = await openProvider(answersAfterMs)
  const server = await stage.start(url, provider.settings)
  const office: StaffContext = { stage, url, server, token, tokens }
  const reports = steadyLoad(
    server.url,
    stage.isBrief ? perSecond.brief : perSecond.whole,
    await reportsOf(office, isFlat),
  )
  try {
    // Warm-up, not counted: the first moments of a server that has just been started.
    await reports.during(pause(stage.seconds * 1000))
    for (const act of stage.isBrief ? acts.slice(0, briefActs) : acts) {
      const { measured, held } = await measure(office, reports, act)
      figures.push(...measured)
      refused.push(...held.refused)
    }
  } finally {
    await reports.leave()
    await server.stop()
    await provider.stop()
  }
  return [...figures, refusals(name, refused)]
}

async function measure(office: StaffContext, reports: SteadyLoad, act: Act) {
  const doing = await act.prepare(office)
  // Proof of identity is required again and again, and is no part of what is measured.
  await query(office.url, 'update sessions set confirmed_at = now() where staff_id is not null')
  const watching = await watchHeldUp(office.url, office.server)
  const from = performance.now()
  let countedMs = 0
  const isDone = doneWithin(office.stage, async () => {
    await doing()
    await untilCounted(office.url)
    countedMs = performance.now() - from
  })
  const held = await reports
    .during(
      isDone.then(() => pause(Math.min(500, 1000 * office.stage.seconds))),
      act.mayRefuse,
    )
    .finally(() => watching.stop())
  const seconds = (performance.now() - from) / 1000
  const looked = `${(await isDone) ? '' : 'the first '}${seconds.toFixed(1)} s`
  const at = (part: number) => percentile(held.took, part).toFixed(0)
  const refusedSome = held.refused.length > 0 ? `, ${held.refused.length} refused` : ''
  const why = held.slowest ? `; ${watching.of(held.slowest)}` : ''
  const figure: Figure = {
    number: 10,
    what: `slowest report: ${act.what}`,
    value: percentile(held.took, 1),
    unit: 'ms',
    most: act.mostMs ?? mostMs,
    footnote: `${looked}; ${held.took.length} reports meanwhile, p50 ${at(0.5)}, p99 ${at(0.99)} ms${refusedSome}${why}`,
  }
  const counted: Figure = {
    number: 10,
    what: `until done and counted: ${act.what}`,
    value: countedMs / 1000,
    unit: 's',
    most: act.countedWithin ?? 0,
  }
  return { measured: act.countedWithin === undefined ? [figure] : [figure, counted], held }
}

/** Runs until it is done, or the time limit; returns whether it was done. */
async function doneWithin({ atMost }: Stage, doing: () => Promise<unknown>): Promise<boolean> {
  const over = new AbortController()
  const working = doing()
  // Unfinished work continues while its server and database shut down.
  working.catch(() => undefined)
  const looking = pause(1000 * atMost, false, { signal: over.signal }).catch(() => false)
  return Promise.race([working.then(() => true), looking]).finally(() => over.abort())
}

function refusals(name: string, refused: LoadResult['refused']): Figure {
  const [first] = refused
  return {
    number: 10,
    what: `reports refused meanwhile: ${name}`,
    value: refused.length,
    unit: 'reports',
    most: 0,
    ...(first !== undefined && { footnote: first.slice(0, 200).replaceAll(/\s+/g, ' ') }),
  }
}

/**
 * Reports from stations where their observers have not been; every second one by an observer of the first
 * organisation, which the acts are about.
 */
async function reportsOf({ stage, url, tokens }: StaffContext, isFlat: boolean) {
  const nameOf = isFlat ? flatAddressOf : addressOf
  const [form] = await choicesOf(url)
  if (!form) throw new Error('There is no form')
  const drafts = chosen(form)
  return (function* () {
    for (let place = 0; ; place++) {
      const { observer, nth } = turnOf(stage.shape, place)
      const station = nameOf(stationOf(stage.shape, observer, nth))
      const body = drafts.map(({ questionId, optionId }) => ({
        ...station,
        questionId,
        options: [{ optionId }],
      }))
      yield httpCall(answers.send, { body: { answers: body } }, tokens[observer])
    }
  })()
}

function turnOf(shape: Shape, place: number) {
  const turn = Math.floor(place / 2)
  const own = Math.ceil(shape.observers / organisations)
  const first = firstFree(shape)
  return place % 2 === 0
    ? { observer: (turn % own) * organisations, nth: first + Math.floor(turn / own) }
    : { observer: turn % shape.observers, nth: first + 4000 + Math.floor(turn / shape.observers) }
}
