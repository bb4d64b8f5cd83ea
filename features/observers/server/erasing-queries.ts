import { sql } from 'kysely'
import { blanking } from '#features/elections/server/erase-queries.ts'
import type { Eraser } from '#kit/server/election.ts'
import { observerFields } from '../fields.ts'

/** Few enough that it takes about a second, many enough not to fill history with lines. */
const portion = 2000

const personal = Object.values(observerFields).filter(({ isPersonal }) => isPersonal)

/** The number stays, so that one observer's reports can be told from another's. */
const columns = {
  ...Object.fromEntries(personal.map(({ column }) => [column, sql`''`])),
  name: sql`'#' || id`,
  phone_digits: sql`'0000' || id`,
  pin_hash: sql`''`,
  phone_e164: sql`null`,
  phone_read_in: sql`null`,
  shares_number: sql`false`,
  phone_doubt: sql`null`,
  pin_doubt: sql`null`,
}

/** The observers' identity. */
export const erasedObservers: Eraser = {
  blanked: {
    what: 'observers',
    table: 'observers',
    columns,
    countTelling: (electionId) => sql`
      (select count(*) from observers o where o.election_id = ${electionId} and o.phone <> '')`,
    blankSome: async (tx, id) => {
      const { numAffectedRows: rows = 0n } = await sql`
        update observers set ${blanking(columns)}
         where election_id = ${id}
           and id in (select id from observers where election_id = ${id} and phone <> ''
                       order by id limit ${portion})`.execute(tx)
      return { rows: Number(rows), reached: 0 }
    },
  },
}
