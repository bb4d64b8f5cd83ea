/** The URL fragment of the list that opens the dialog. */
export const downloadAddress = 'download'
