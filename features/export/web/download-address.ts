/** What stands behind the `#` of the list's address where the window is asked for from elsewhere. */
export const downloadAddress = 'download'
