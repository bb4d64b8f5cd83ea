import { sql } from 'kysely'
import { blanking } from '#features/elections/server/erase-queries.ts'
import type { Eraser, Portion } from '#kit/server/election.ts'

/** Few enough that it takes about a second. */
const portion = 5000

/** A line of history `h` that still holds something erasable; the database itself has the rule. */
const isTelling = sql`
  h.salt is not null and (hides_name(h.actor_role) or hides_content(h.subject, h.act))`

const isContent = sql`hides_content(subject, act)`

/** Each is replaced by a digest: the chain is proved as before (docs/decisions/016). */
const columns = {
  salt: sql`null`,
  name_digest: sql`case when hides_name(actor_role) then name_digest(salt, actor_name) end`,
  actor_name: sql`case when hides_name(actor_role) then '' else actor_name end`,
  content_digest: sql`case when ${isContent} then content_digest(salt, before, after) end`,
  before: sql`case when not ${isContent} then before end`,
  after: sql`case when not ${isContent} then after end`,
}

/** The lines of history that could identify observers. */
export const erasedLines: Eraser = {
  blanked: {
    what: 'lines',
    table: 'history',
    columns,
    countTelling: (electionId) => sql`
      (select count(*) from history h where h.election_id = ${electionId} and ${isTelling})`,
    blankSome: async (tx, id, after) => {
      const { rows } = await sql<Portion>`
        with due as materialized (
          select h.id from history h where h.election_id = ${id} and h.id > ${after} and ${isTelling}
           order by h.id limit ${portion}
        ), erased as (
          update history h set ${blanking(columns)} from due where h.id = due.id
          returning h.id
        )
        select count(*)::integer as rows, coalesce(max(id), ${after})::bigint as reached
          from erased`.execute(tx)
      return rows[0] ?? { rows: 0, reached: after }
    },
  },
}
