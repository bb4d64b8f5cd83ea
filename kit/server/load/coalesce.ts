/**
 * Coalesces identical concurrent reads, like single flight, but never serves a result that began before its
 * caller asked: whoever asks while a read is running shares the next one with all who ask meanwhile.
 * @returns what `read` resolves to, or rejects with, for everyone who waited for it.
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
