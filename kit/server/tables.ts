/**
 * The columns of a table that may stay once the people of an election are erased, and why: for the whole
 * table, where it never identifies observers, or by columns. What is not listed has to be erased (`Eraser`).
 */
export type RetainedColumns = string | Readonly<Record<string, readonly string[]>>

/** The tables that one part of the code owns, and writes exclusively (tools/checks/owners.ts). */
export type Tables = Readonly<Record<string, RetainedColumns>>

export const tables: Tables = {
  history: {
    'the line and its election': ['id', 'election_id'],
    'what was done, when and to what; the number stays': [
      ...['at', 'act', 'subject', 'subject_id'],
      ...['actor_role', 'actor_id'],
    ],
  },
  jobs: 'what is left to be done, by ids, and letters to staff; each row goes once it is done',
  marks: 'what is not counted yet, by ids',
  functions_applied: 'which text of our own functions',
}
