import { isDeepStrictEqual } from 'node:util'
import { findStation } from '#features/places/server/station-queries.ts'
import { findReviewer } from '#features/reviews/server/queries.ts'
import { countPages } from '#kit/contract/page.ts'
import { Problem } from '#kit/contract/problem.ts'
import { readMoment } from '#kit/contract/value/instant.ts'
import type { StaffActor } from '#kit/contract/who.ts'
import { type ActorCall, changeRecorder } from '#kit/server/history/record-change.ts'
import { serve } from '#kit/server/http/serve.ts'
import type { Server } from '#kit/server/http/server.ts'
import { expectUnchanged } from '#kit/server/revision.ts'
import { incidents, incidentsChanged } from '../contract.ts'
import type { IncidentChange } from '../incident-contract.ts'
import { findCategory } from './category-queries.ts'
import { categoryRoutes } from './category-routes.ts'
import { getNote, getVisit, linkRoutes } from './link-routes.ts'
import { expectUnmerged, findMerged } from './merge-queries.ts'
import { mergeRoutes } from './merge-routes.ts'
import { getIncident, listIncidents, listLinked, listOfReport } from './queries.ts'
import { registerRoutes } from './register-routes.ts'
import { suggestionRoutes } from './suggestion-routes.ts'
import {
  type IncidentPeople,
  type IncidentValues,
  insertIncident,
  insertLink,
  isCounty,
  isSeenBy,
  lockIncident,
  updateIncident,
} from './writing-queries.ts'

const recordChange = changeRecorder('incidents', incidentsChanged, 'own organisation')

type StaffCall = ActorCall & { readonly who: StaffActor }

export function incidentRoutes(server: Server): void {
  serve(server, incidents.list, async ({ db, who, query }) => {
    const { data, totalItems } = await listIncidents(db, who, query)
    return { data, ...countPages(query, totalItems) }
  })

  serve(server, incidents.ofReport, ({ db, who, query }) => listOfReport(db, who.scope, query))

  serve(server, incidents.get, async ({ db, who, params: { id } }) => {
    const incident = await getIncident(db, who.scope, id)
    const linked = await listLinked(db, who.scope, id)
    return { ...incident, linked, ...(await findMerged(db, who.scope, incident)) }
  })

  serve(server, incidents.add, async (call) => {
    const { db, who, now, body } = call
    const { reports, notes, ...draft } = body
    const { owner, escalateTo, ...values } = { ...draft, dueAt: momentOf(call, draft.dueAt) }
    const known = await expectKnown(call, { ...values, owner, escalateTo })
    const people = { ownerId: null, escalateToId: null, ...known }
    const linked = []
    for (const report of reports) linked.push(await getVisit(call, report))
    for (const note of notes) linked.push(await getNote(call, note))
    await expectPlace(call, values)
    await expectSeen(call, people, { ...values, ngoId: who.ngoId })
    const made = await insertIncident(db, who, { ...values, ...people }, now)
    for (const one of linked) await insertLink(db, who.scope, made.id, one)
    const links = { ...(reports.length > 0 && { reports }), ...(notes.length > 0 && { notes }) }
    const after = { ...values, owner, escalateTo, ...links }
    await recordChange(call, 'incidents.added', made.id, { after })
    return made
  })

  serve(server, incidents.edit, async (call) => {
    const { db, who, params, body } = call
    const before = await lockIncident(db, who.scope, params.id)
    expectUnmerged(before)
    const change = changeOf(call, body)
    expectUnchanged(before, change, body.revision)
    const people = await expectKnown(call, change, before.category)
    const after = { ...before, ...change }
    const isMoved = 'pollingStationId' in change
    if (isMoved) await expectPlace(call, after)
    // Accounts that stay have to see the new place; one whose access changed keeps no one from editing.
    const { ownerId, escalateToId } = before
    await expectSeen(call, isMoved ? { ownerId, escalateToId, ...people } : people, after)
    // Saved unchanged: nothing to tell.
    if (isDeepStrictEqual(auditSnapshot(before), auditSnapshot(after))) return {}
    const { owner: _, escalateTo: _too, ...values } = change
    await updateIncident(db, who.scope, before.id, { ...values, ...people }, who.name)
    await recordChange(call, 'incidents.edited', before.id, {
      ...{ before: auditSnapshot(before), after: auditSnapshot(after), ngoId: before.ngoId },
    })
    return {}
  })

  linkRoutes(server)
  categoryRoutes(server)
  mergeRoutes(server)
  registerRoutes(server)
  suggestionRoutes(server)
}

const invalid = (field: string, why: string) =>
  new Problem('request.invalid', { errors: { [field]: [why] } })

const momentOf = ({ who }: ActorCall, text: string | null) =>
  text === null ? null : readMoment(text, who.timezone)

/** The fields that name accounts, and the columns of their ids. */
const accountFields = [
  ['owner', 'ownerId'],
  ['escalateTo', 'escalateToId'],
] as const

/** What a change sets. A station replaces the county of an incident, and the other way round. */
function changeOf(call: ActorCall, change: IncidentChange): Partial<IncidentValues> {
  const { revision: _, dueAt, pollingStationId, countyId, ...rest } = change
  const isMoved = pollingStationId !== undefined || countyId !== undefined
  const values = {
    ...rest,
    ...(dueAt !== undefined && { dueAt: momentOf(call, dueAt) }),
    ...(isMoved && { pollingStationId: pollingStationId ?? null, countyId: countyId ?? null }),
  }
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
}

/**
 * Refuses an unknown account or category; returns the ids of the accounts.
 * @param former the category of the incident, which may be retired by now
 */
async function expectKnown(
  { db, who }: StaffCall,
  values: Partial<IncidentValues>,
  former?: string,
): Promise<Partial<IncidentPeople>> {
  const { category } = values
  if (category !== undefined && category !== former) {
    const known = await findCategory(db, who.scope, category)
    if (!known || known.isRetired) throw invalid('category', 'Is no category, or is retired')
  }
  return expectAccounts({ db, who }, values)
}

async function expectAccounts(
  { db, who }: Pick<StaffCall, 'db' | 'who'>,
  values: Partial<IncidentValues>,
): Promise<Partial<IncidentPeople>> {
  const people: Partial<Record<keyof IncidentPeople, number | null>> = {}
  for (const [field, column] of accountFields) {
    const account = values[field]
    if (account === undefined) continue
    const id = account === null ? null : await findReviewer(db, who, account)
    if (id === undefined) throw invalid(field, 'Is no account that may review')
    people[column] = id
  }
  return people
}

/** Refuses an account from which the incident would be hidden. */
async function expectSeen(
  { db, who }: StaffCall,
  people: Partial<IncidentPeople>,
  incident: Parameters<typeof isSeenBy>[3],
): Promise<void> {
  for (const [field, column] of accountFields) {
    const id = people[column]
    if (id && !(await isSeenBy(db, who.scope, id, incident)))
      throw invalid(field, 'Does not see incidents of this organisation or place')
  }
}

/** Refuses a place that the caller does not see; callers limited to counties have to name one. */
async function expectPlace(
  { db, who: { scope } }: ActorCall,
  { pollingStationId, countyId }: Pick<IncidentValues, 'pollingStationId' | 'countyId'>,
): Promise<void> {
  if (pollingStationId !== null && countyId !== null)
    throw invalid('countyId', 'Must be left out where a station is given')
  if (pollingStationId !== null && !(await findStation(db, scope, pollingStationId)))
    throw invalid('pollingStationId', 'Is unknown, or not in your counties')
  if (countyId !== null && !(await isCounty(db, scope, countyId)))
    throw invalid('countyId', 'Is unknown, or not one of yours')
  if (pollingStationId === null && countyId === null && scope.countyIds !== null)
    throw invalid('countyId', 'Must be given: your account is limited to some counties')
}

/** The fields that staff edit. */
const auditSnapshot = ({
  title,
  category,
  severity,
  state,
  pollingStationId,
  countyId,
  ...more
}: IncidentValues) => {
  const { owner, escalateTo, dueAt, informed, outcome } = more
  const place = { pollingStationId, countyId }
  return { title, category, severity, state, ...place, owner, escalateTo, dueAt, informed, outcome }
}
