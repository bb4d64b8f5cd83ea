import { sql } from 'kysely'
import pg from 'pg'

/** Uses of a text after which preparing it pays off. */
const oftenUses = 5
/** Each is kept by PostgreSQL for each connection. */
const mostPrepared = 200
/** Texts that vary with the number of values are never used often; they are not counted for ever. */
const mostCounted = 2000

/**
 * Begins a statement that a reading connection prepares: it reads few rows by their keys from many tables, so planning
 * it costs more than reading, and the plan is the same for all values. Not for lists: the best plan for a large county is
 * not the best for the smallest.
 */
export const toPrepare = sql`/* prepare */`

export const isMarked = (text: string): boolean => text.startsWith('/* prepare */')

/**
 * Prepared statements, and one write to the kernel for all of a turn: connections on which PostgreSQL parses and plans
 * frequent statements once instead of each time. A report then costs PostgreSQL a tenth less
 * (`npm run bench -- --only reports`).
 * @param isWorthIt of a text: whether it is prepared once it is frequent
 * @param isPlannedOnce whether what is prepared has one plan for all values from the first call on. By itself PostgreSQL
 * plans a statement anew for each call where it believes that this saves more than planning costs, and it believes that
 * planning costs next to nothing: a page of nine tables took 0.3 ms to read and 5 ms to plan, each time.
 */
export function preparingClient(
  isWorthIt: (text: string) => boolean,
  isPlannedOnce: boolean,
): typeof pg.Client {
  const nameOf = naming()
  return class extends pg.Client {
    #isGeneric = false

    // biome-ignore lint/suspicious/noExplicitAny: the driver's own is overloaded over all that it takes
    override query(...args: any[]): any {
      const [text, values, ...others] = args
      const name =
        typeof text === 'string' && Array.isArray(values) && values.length > 0 && isWorthIt(text)
          ? nameOf(text)
          : undefined
      const [first, ...rest] = name === undefined ? args : [{ name, text, values }, ...others]
      const { stream } = this.connection
      stream.cork()
      // Once everything of this turn is written.
      process.nextTick(() => stream.uncork())
      if (isPlannedOnce) this.#plan(name !== undefined)
      return super.query(first, ...rest)
    }

    /** Never within a transaction, which would take it back if it failed. */
    #plan(isGeneric: boolean): void {
      if (isGeneric === this.#isGeneric || this.getTransactionStatus() !== 'I') return
      this.#isGeneric = isGeneric
      const mode = isGeneric ? 'force_generic_plan' : 'auto'
      // If the connection breaks, what is asked next fails as well, and says so.
      super.query(`set plan_cache_mode = ${mode}`).catch(() => undefined)
    }
  }
}

/** The name of a prepared statement; undefined while it is not prepared. */
function naming(): (text: string) => string | undefined {
  const names = new Map<string, string>()
  const isOften = counting()
  return (text) => {
    const known = names.get(text)
    if (known !== undefined || names.size === mostPrepared) return known
    // If a column is added while we run, a statement with column names returns the same as before; one with
    // `*` would fail on this connection from then on.
    if (!isOften(text) || saysStar.test(text)) return undefined
    const name = `veghe_${names.size}`
    names.set(text, name)
    return name
  }
}

/** Whether a text was used so often that it should be prepared. */
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
