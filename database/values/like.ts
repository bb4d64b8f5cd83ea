/** A pattern for `like` that finds `text` anywhere, with its special characters escaped. */
export const containing = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`
