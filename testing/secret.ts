/** What the servers of one installation share in tests. */
export const secret = 'one secret for all the servers of an installation'
