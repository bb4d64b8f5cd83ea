import type { Db } from '#database/open.ts'
import {
  readWords,
  searchMunicipalities,
  searchStations,
  type Word,
} from '#features/places/server/search-queries.ts'
import type { StaffActor } from '#kit/contract/who.ts'
import { type Found, mostHits } from '../contract.ts'
import { searchObservers } from './observer-queries.ts'
import { answerTexts, noteTexts, searchMessages, searchTexts, type Texts } from './text-queries.ts'

type Request = {
  readonly db: Db
  readonly who: StaffActor
  readonly typed: string
  /** As places are searched. */
  readonly placeWords: Promise<readonly Word[]>
}

type Finder<Kind extends keyof Found> = (
  request: Request,
) => Promise<Texts<Found[Kind]['hits'][number]>>

const whole = <Hit>(rows: readonly Hit[]) => ({ rows, isCut: false })

/** Finds each kind in the caller's scope, one more than is shown. */
const finders: { readonly [Kind in keyof Found]: Finder<Kind> } = {
  observers: async ({ db, who, typed }) => whole(await searchObservers(db, who.scope, typed)),
  municipalities: async ({ db, who, placeWords }) =>
    whole(await searchMunicipalities(db, who.scope, await placeWords)),
  stations: async ({ db, who, placeWords }) =>
    whole(await searchStations(db, who.scope, await placeWords)),
  notes: ({ db, who, typed }) => searchTexts(db, who.scope, typed, noteTexts),
  answers: ({ db, who, typed }) => searchTexts(db, who.scope, typed, answerTexts),
  messages: ({ db, who, typed }) => searchMessages(db, who, typed),
}

export async function findAll(db: Db, who: StaffActor, typed: string): Promise<Found> {
  const request = { db, who, typed, placeWords: readWords(db, who.scope, typed) }
  const found = await Promise.all(
    Object.entries(finders).map(async ([kind, find]) => {
      const { rows, isCut } = await find(request)
      return [kind, { hits: rows.slice(0, mostHits), hasMore: isCut || rows.length > mostHits }]
    }),
  )
  return Object.fromEntries(found)
}
