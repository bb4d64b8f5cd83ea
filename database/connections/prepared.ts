import pg from 'pg'

/** Of one text; then it is worth being kept. */
const oftenUses = 5
/** Each is kept by PostgreSQL for each connection. */
const mostPrepared = 200
/** Texts that differ in how many values they have are never used often; they are not counted for ever. */
const mostCounted = 2000

/**
 * Prepared statements: makes connections on which PostgreSQL parses and plans frequent statements once
 * instead of each time. A report costs PostgreSQL a tenth less so
 * (`npm run bench -- --only reports`). Lists are not for it: a plan for any county is not the best for
 * the smallest.
 */
export function preparingClient(): typeof pg.Client {
  const nameOf = naming()
  return class extends pg.Client {
    // biome-ignore lint/suspicious/noExplicitAny: the driver's own is overloaded over all that it takes
    override query(...args: any[]): any {
      const [text, values, ...others] = args
      const name =
        typeof text === 'string' && Array.isArray(values) && values.length > 0
          ? nameOf(text)
          : undefined
      const [first, ...rest] = name === undefined ? args : [{ name, text, values }, ...others]
      return super.query(first, ...rest)
    }
  }
}

/** What a statement is called that is prepared; undefined while it is not. */
function naming(): (text: string) => string | undefined {
  const names = new Map<string, string>()
  const isOften = counting()
  return (text) => {
    const known = names.get(text)
    if (known !== undefined || names.size === mostPrepared) return known
    // Where a column is added while we run, what names its columns gives what it gave before; what
    // says `*` would be refused on this connection from then on.
    if (!isOften(text) || saysStar.test(text)) return undefined
    const name = `veghe_${names.size}`
    names.set(text, name)
    return name
  }
}

/** Whether this is one use too many for a text that is read and planned each time. */
function counting(): (text: string) => boolean {
  const uses = new Map<string, number>()
  return (text) => {
    const used = (uses.get(text) ?? 0) + 1
    if (used === oftenUses) return uses.delete(text)
    if (uses.size === mostCounted) uses.clear()
    uses.set(text, used)
    return false
  }
}

const saysStar = /(select|returning|,|\.)\s*\*/
