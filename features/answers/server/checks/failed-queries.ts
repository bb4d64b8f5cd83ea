import { sql } from 'kysely'

/** Whether failed checks `k` are those of visit `v`. */
export const ofVisit = sql`
  k.election_id = v.election_id and k.polling_station_id = v.polling_station_id and k.visit_id = v.id`

/** Whether visit `v` fails a check of severity `error`. */
export const isFailed = sql`exists (select from failed_checks k where ${ofVisit} and k.errors > 0)`
