/**
 * Coalesces identical concurrent reads, like single flight, but never serves a result that began before its caller asked:
 * callers during a read share the next one.
 * @returns the result or error of `read`, for everyone who waited for it.
 */
export function coalescer<T>(): (key: string, read: () => Promise<T>) => Promise<T> {
  const running = new Map<string, Promise<T>>()
  const next = new Map<string, Promise<T>>()
  const begin = (key: string, read: () => Promise<T>) => {
    next.delete(key)
    const reading = read().finally(() => {
      if (running.get(key) === reading) running.delete(key)
    })
    running.set(key, reading)
    return reading
  }
  return (key, read) => {
    const before = running.get(key)
    if (!before) return begin(key, read)
    const after = () => begin(key, read)
    const waiting = next.get(key) ?? before.then(after, after)
    next.set(key, waiting)
    return waiting
  }
}
