/** How long an observer can be left alone after a call, in minutes. */
export const callPauses = { least: 1, usual: 15, most: 240 } as const
