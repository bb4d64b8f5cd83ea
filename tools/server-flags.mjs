/**
 * What Node is told of a server. What a report leaves behind fills V8's youngest generation twenty times a
 * second, and what is still under way then is copied each time; in one twice as large half as often
 * (decision 069). It grows with what is to do: a server that is idle takes no more memory.
 */
export const serverFlags = ['--max-semi-space-size=32']
