import { type RawBuilder, sql } from 'kysely'

/** Keys of one subject: single ones, and ranges. */
export class Keys {
  readonly #single = new Set<number>()
  readonly #ranges: (readonly [first: number, last: number])[] = []

  get size(): number {
    return this.#single.size
  }

  get hasRange(): boolean {
    return this.#ranges.length > 0
  }

  has(key: number): boolean {
    return this.#single.has(key)
  }

  add(key: number): void {
    this.#single.add(key)
  }

  /** Adds all keys from `first` to `last`, both included. */
  addRange(first: number, last: number): void {
    this.#ranges.push([first, last])
  }

  addAll(others: Keys): this {
    for (const key of others.#single) this.add(key)
    for (const [first, last] of others.#ranges) this.addRange(first, last)
    return this
  }

  /** The condition that a column holds one of them. */
  readonly within = (column: RawBuilder<unknown>): RawBuilder<unknown> => {
    const some = [...this.#single].sort((one, other) => one - other)
    const conditions = this.#ranges.map(
      ([first, last]) => sql`${column} between ${first}::integer and ${last}::integer`,
    )
    if (some.length > 0 || conditions.length === 0)
      conditions.push(sql`${column} = any(${some}::integer[])`)
    return sql`(${sql.join(conditions, sql` or `)})`
  }
}
