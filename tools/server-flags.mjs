/**
 * Node's options for a server. The garbage of reports fills V8's young generation twenty times a second, and
 * live objects are copied each time; with twice the size half as often (decision 014). It grows with the
 * load: an idle server takes no more memory.
 */
export const serverFlags = ['--max-semi-space-size=32']
