import { tables as kit, type Tables } from '#kit/server/tables.ts'
import { features } from './features.ts'

/** The owner of each table. */
export const tables: Readonly<Record<string, Tables>> = {
  kit,
  ...Object.fromEntries(features.map(({ name, tables = {} }) => [name, tables])),
}
