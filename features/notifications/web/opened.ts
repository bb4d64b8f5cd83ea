/** Opening by phones is not announced, because thousands do. */
export const openedEveryMs = 30_000
