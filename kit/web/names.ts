/** The root of all languages, which is also the order of English: what the database puts names in order by. */
const order = new Intl.Collator('en')

/** Which of two names stands first, on every screen as in every list of the server. */
export const compareNames = (one: string, other: string): number => order.compare(one, other)
