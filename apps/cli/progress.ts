/** A progress display: one line that changes, on a terminal. */
export type Progress = {
  report(done: string): void
  /** Clears the line. */
  end(): void
}

const everyMs = 200

/** Progress on a terminal; nothing where the output goes into a file. */
export function showProgress(): Progress {
  const { stderr } = process
  let next = 0
  return {
    report: (done) => {
      if (!stderr.isTTY || performance.now() < next) return
      next = performance.now() + everyMs
      stderr.write(`\r\u001b[K${done}`)
    },
    end: () => {
      if (stderr.isTTY) stderr.write('\r\u001b[K')
    },
  }
}

/** Ctrl-C, or SIGTERM: the first aborts, so that work can be undone; the second ends the program. */
export function whenInterrupted(): AbortSignal {
  const leaving = new AbortController()
  const leave = () => leaving.abort(new Error('Interrupted'))
  process.once('SIGINT', leave)
  process.once('SIGTERM', leave)
  return leaving.signal
}

/** Formats bytes for people. */
export const inMegabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`
