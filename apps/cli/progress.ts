/** How far something is: one line that changes, where somebody looks at it. */
export type Progress = {
  tell(done: string): void
  /** Takes the line away. */
  end(): void
}

const everyMs = 200

/** Progress on a terminal; nothing where the output goes into a file. */
export function showProgress(): Progress {
  const { stderr } = process
  let next = 0
  return {
    tell: (done) => {
      if (!stderr.isTTY || performance.now() < next) return
      next = performance.now() + everyMs
      stderr.write(`\r\u001b[K${done}`)
    },
    end: () => {
      if (stderr.isTTY) stderr.write('\r\u001b[K')
    },
  }
}

/** Ctrl-C, or being told to stop: once, so that what was begun can be taken back; twice ends it. */
export function whenInterrupted(): AbortSignal {
  const leaving = new AbortController()
  const leave = () => leaving.abort(new Error('Interrupted'))
  process.once('SIGINT', leave)
  process.once('SIGTERM', leave)
  return leaving.signal
}

/** Bytes as people say them. */
export const inMegabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`
