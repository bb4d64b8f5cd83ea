import type { Subject } from '#kit/server/projections/mark.ts'

/** Messages: their recipients, and whether they were taken back. */
export const messages: Subject = { name: 'messages', rows: 'notifications' }
/** Observers by the messages they opened. */
export const readers: Subject = { name: 'readers', rows: 'observers' }
