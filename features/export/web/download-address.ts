/** The fragment of the list's URL that opens the window from elsewhere. */
export const downloadAddress = 'download'
