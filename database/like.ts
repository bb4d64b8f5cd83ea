/** A pattern for `like` that finds `text` anywhere, its own signs taken literally. */
export const containing = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`
