/** That phones open a message is not announced, for they do so by the thousand. */
export const openedEveryMs = 30_000
