import type { Subject } from '#kit/server/projections/mark.ts'

/** Messages: whom they reached, and whether they were taken back. */
export const messages: Subject = { name: 'messages', rows: 'notifications' }
/** Observers by the messages that they opened. */
export const readers: Subject = { name: 'readers', rows: 'observers' }
