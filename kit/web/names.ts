/** The root collation of all languages, which is also English order: the database sorts names by it. */
const order = new Intl.Collator('en')

/** The order of two names, on every screen as in every list of the server. */
export const compareNames = (one: string, other: string): number => order.compare(one, other)
