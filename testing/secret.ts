/** The secret shared by the servers of one installation in tests. */
export const secret = 'one secret for all the servers of an installation'
