type Waiting<In, Out> = {
  readonly input: In
  readonly key: unknown
  readonly resolve: (output: Out) => void
  readonly reject: (error: unknown) => void
}

export type BatchOptions<In> = {
  /** Concurrent batches at most; the more, the smaller each is. */
  readonly atOnce: number
  /** Maximum batch size. */
  readonly most: number
  /** Serialises by key: inputs of one key never share a batch, and run in the order in which they came. */
  readonly keyOf?: (input: In) => unknown
  /**
   * For how long, in milliseconds, a batch waits to be half as large as the largest that is under way:
   * small ones cost nearly as much as large ones, and hold those up.
   */
  readonly patienceMs?: number
}

/**
 * Batches concurrent inputs: whatever arrives while a batch is running waits for the next one. An input
 * that arrives while nothing is running is never delayed: its batch begins at once.
 *
 * A batch that fails is retried one input at a time, so that an input is not refused for the fault of another;
 * `work` must therefore be atomic.
 * @param work answers with one output for each input, in their order.
 */
export function batched<In, Out>(
  work: (inputs: readonly In[]) => Promise<readonly Out[]>,
  { atOnce, most, keyOf = () => Symbol('of its own'), patienceMs = 0 }: BatchOptions<In>,
): (input: In) => Promise<Out> {
  let waiting: Waiting<In, Out>[] = []
  const busy = new Set<unknown>()
  const underWay = new Set<readonly Waiting<In, Out>[]>()
  let isAwaited = false
  let patience: ReturnType<typeof setTimeout> | undefined

  /** The next batch; its keys are busy from now on. */
  const take = () => {
    const taken: Waiting<In, Out>[] = []
    const left: Waiting<In, Out>[] = []
    for (const one of waiting) {
      if (taken.length === most || busy.has(one.key)) left.push(one)
      else {
        busy.add(one.key)
        taken.push(one)
      }
    }
    waiting = left
    return taken
  }
  const begin = () => {
    clearTimeout(patience)
    patience = undefined
    const batch = take()
    if (batch.length === 0) return
    underWay.add(batch)
    void runBatch(work, batch).then(() => {
      underWay.delete(batch)
      for (const { key } of batch) busy.delete(key)
      beginIfDue()
    })
  }
  const beginIfDue = () => {
    isAwaited = false
    if (waiting.length === 0 || underWay.size === atOnce) return
    const largest = Math.max(0, ...[...underWay].map(({ length }) => length))
    if (patienceMs === 0 || waiting.length >= largest / 2) begin()
    else patience ??= setTimeout(begin, patienceMs)
  }
  return (input) =>
    new Promise((resolve, reject) => {
      waiting.push({ input, key: keyOf(input), resolve, reject })
      if (isAwaited) return
      // Calls that arrive in one turn of the event loop form one batch.
      isAwaited = true
      setImmediate(beginIfDue)
    })
}

/** Runs a batch and settles each input's promise. Never rejects. */
async function runBatch<In, Out>(
  work: (inputs: readonly In[]) => Promise<readonly Out[]>,
  batch: readonly Waiting<In, Out>[],
): Promise<void> {
  try {
    const outputs = await work(batch.map(({ input }) => input))
    for (const [place, { resolve }] of batch.entries()) resolve(outputs[place] as Out)
  } catch (error) {
    await retryOneByOne(work, batch, error)
  }
}

/** Retries a failed batch one input at a time; a batch of one is rejected with its error. */
async function retryOneByOne<In, Out>(
  work: (inputs: readonly In[]) => Promise<readonly Out[]>,
  batch: readonly Waiting<In, Out>[],
  error: unknown,
): Promise<void> {
  const [first, ...others] = batch
  if (others.length === 0) first?.reject(error)
  else for (const one of batch) await runBatch(work, [one])
}
