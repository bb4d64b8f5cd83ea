import type { Election } from '#features/elections/contract.ts'
import type { AttachmentDraft } from '#features/notes/server/queries.ts'
import type { StationDraft } from '#features/places/row-domain.ts'
import type { StaffActor } from '#kit/contract/who.ts'
import type { Day } from './clock.ts'
import type { Course } from './course.ts'
import type { DueThings, Known } from './plan.ts'
import type { Duty } from './roster.ts'
import type { SignedIn } from './sign-ins.ts'

/** The election to fill, and its data. */
export type Setting = {
  readonly election: Election
  readonly day: Day
  readonly stations: readonly StationDraft[]
  /** The photographs, by name. */
  readonly pictures: ReadonlyMap<string, AttachmentDraft>
}

/** The data that is prepared before observers arrive. */
export type Prepared = {
  readonly staff: StaffActor
  readonly due: DueThings
  readonly known: Known
  readonly duties: readonly Duty[]
  readonly course: Course
  /** By the observer's index in the list; undefined for observers without the app. */
  readonly signedIn: readonly (SignedIn | undefined)[]
}
