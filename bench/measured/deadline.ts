import { setTimeout as pause } from 'node:timers/promises'
import { milestones } from '#features/milestones/contract.ts'
import { stations } from '#features/places/server/subjects.ts'
import { markAll } from '#kit/server/projections/mark.ts'
import { steadyLoad } from '../bulk/steady-load.ts'
import { openHttpLine } from '../calling/http-line.ts'
import { httpCall } from '../calling/loading.ts'
import { signInObservers, signInStaff } from '../calling/signed-in.ts'
import { query } from '../cluster.ts'
import { project } from '../data/project.ts'
import { assignmentOf, electionId, hasVisited, type Shape } from '../data/shape.ts'
import type { Figure, Stage } from '../figure.ts'
import { percentile } from '../spread.ts'
import { choicesOf, reportCall } from './reports.ts'

/** As many as at the busiest time of a large evening. */
const perSecond = 100
/** The last milestone, which is not fulfilled by any assignment. */
const milestoneId = 6

/** A deadline that passes during a hundred reports a second: the cost of the next read, and the slowest report. */
export async function measureDeadline(stage: Stage): Promise<Figure[]> {
  const url = await stage.copyPlanned()
  const [form] = await choicesOf(url)
  if (!form) throw new Error('There is no form')
  const tokens = await signInObservers(url, stage.shape.observers)
  const staff = await signInStaff(url)
  const deadline = new Date(Date.now() + 1000 * (2 * stage.seconds + leadSeconds(stage.shape)))
  await query(url, moved(deadline))
  await project(url, (database) => database.write((tx) => markAll(tx, electionId, stations)))
  const server = await stage.start(url)
  const reports = steadyLoad(server.url, perSecond, reportsOf(stage.shape, form, tokens))
  const line = await openHttpLine(server.url)
  const look = async (call: string) => {
    const from = performance.now()
    const wrong = await line.send(call)
    if (wrong !== undefined) throw new Error(`A call failed: ${wrong}`)
    return performance.now() - from
  }
  const calls = [
    httpCall(milestones.deployment, { query: {} }, staff),
    httpCall(milestones.expected, { query: { state: 'late', milestoneId } as never }, staff),
  ]
  try {
    for (const call of calls) await look(call)
    const before = await reports.during(pause(deadline.getTime() - 200 - Date.now()))
    const looks: number[] = []
    const after = await reports.during(
      pause(deadline.getTime() + 5 - Date.now()).then(async () => {
        for (const call of calls) looks.push(await look(call))
        await pause(500 * stage.seconds)
      }),
    )
    const [late] = await query(
      url,
      `select count(*) as late from expectations
      where milestone_id = ${milestoneId} and progress < 2 and due_at <= now()`,
    )
    return figuresOf({ late: Number(late?.['late']), looks, before, after })
  } finally {
    await reports.leave()
    await line.close()
    await server.stop()
  }
}

const moved = (deadline: Date) => `
  update milestones set due_at = '${deadline.toISOString()}' where id = ${milestoneId}`

/** The time for moving the deadline and starting the server before reports are measured. */
const leadSeconds = ({ share }: Shape) => 4 + 20 * share

/** First reports from planned stations; a brief run has few of them and repeats them. */
function* reportsOf(
  shape: Shape,
  form: Parameters<typeof reportCall>[1],
  tokens: readonly string[],
): Generator<string, never> {
  for (let nth = 0; ; nth++) {
    const pair = assignmentOf(shape, nth % shape.assignments)
    if (!hasVisited(shape, pair.observer, pair.nth))
      yield reportCall(shape, form, pair, tokens[pair.observer])
  }
}

type Run = { readonly took: readonly number[] }

function figuresOf({
  late,
  looks: [overview = 0, list = 0],
  before,
  after,
}: {
  readonly late: number
  readonly looks: readonly number[]
  readonly before: Run
  readonly after: Run
}): Figure[] {
  const of = ({ took }: Run, part: number) => percentile(took, part).toFixed(0)
  return [
    {
      number: 12,
      what: 'a deadline passes: until the next look has all who are late',
      value: overview + list,
      unit: 'ms',
      most: 2000,
      footnote: `${late} late; overview ${overview.toFixed(0)}, list ${list.toFixed(0)} ms`,
    },
    {
      number: 12,
      what: 'a deadline passes: slowest report',
      value: percentile(after.took, 1),
      unit: 'ms',
      most: 1000,
      footnote: `of ${after.took.length}, p99 ${of(after, 0.99)} ms; before it of ${before.took.length} ${of(before, 1)}, p99 ${of(before, 0.99)} ms`,
    },
  ]
}
