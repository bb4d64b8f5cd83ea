import type { Database, Tx } from '#database/open.ts'

/** An event at a moment, handled alone or with all of its kind at about that time. */
type Event<One> =
  | { readonly at: Date; readonly run: (tx: Tx) => Promise<readonly Event<One>[]> }
  | { readonly at: Date; readonly one: One }

export type Timeline<One> = readonly Event<One>[]

/** Events within this many milliseconds are stored in a transaction. */
const spanMs = 360_000

/** Replays events until now, in order; their consequences happen later. */
export async function replay<One>(
  database: Pick<Database, 'write'>,
  events: Timeline<One>,
  {
    until,
    together,
  }: { readonly until: Date; readonly together: (tx: Tx, some: readonly One[]) => Promise<void> },
): Promise<void> {
  const spans = new Map<number, Event<One>[]>()
  const add = (event: Event<One>, earliest = Number.NEGATIVE_INFINITY) => {
    if (event.at > until) return
    const span = Math.max(earliest, Math.floor(event.at.getTime() / spanMs))
    spans.set(span, [...(spans.get(span) ?? []), event])
  }
  for (const event of events) add(event)
  while (spans.size > 0) {
    const span = Math.min(...spans.keys())
    const some = spans.get(span) ?? []
    spans.delete(span)
    const more = await database.write(async (tx) => {
      const after: Event<One>[] = []
      for (const event of some) if ('run' in event) after.push(...(await event.run(tx)))
      await together(
        tx,
        some.flatMap((event) => ('one' in event ? [event.one] : [])),
      )
      return after
    })
    for (const event of more) add(event, span + 1)
  }
}
