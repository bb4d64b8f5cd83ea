/** The URL fragment of the incidents that opens the window for a new one. */
export const addAddress = 'add'
