import { folded } from '#kit/contract/value/folded.ts'
import type { NamedStation, StationDraft } from './row-domain.ts'

/** A station with a number; `isGiven`: the file has none. */
export type NumberedStation = StationDraft & { readonly isGiven?: true }

/** A station that is stored. */
export type KnownStation = {
  readonly areaCode: string
  readonly number: number
  readonly label: string
}

const keyOf = (areaCode: string, label: string) => JSON.stringify([areaCode, folded(label)])

/**
 * Gives numbers to stations that have only a label: the number of the station of their area that has the label already,
 * else the next one after all of the area, those of the file among them.
 */
export class LabelledStations {
  readonly #numbers = new Map<string, number>()
  readonly #last = new Map<string, number>()

  /** Notes stations of a file; all of it are noted before one is given a number. */
  note(stations: readonly NamedStation[]): void {
    for (const { areaCode, number } of stations)
      if (number !== undefined) this.#reach(areaCode, number)
  }

  /** Notes stations that are stored. */
  know(stations: readonly KnownStation[]): void {
    for (const { areaCode, number, label } of stations) {
      this.#reach(areaCode, number)
      if (label !== '') this.#numbers.set(keyOf(areaCode, label), number)
    }
  }

  /** The station with its number. */
  numbered(station: NamedStation): NumberedStation {
    const number = this.numberOf(station)
    return { ...station, number, ...(station.number === undefined && { isGiven: true }) }
  }

  numberOf({ areaCode, number, label = '' }: NamedStation): number {
    if (number !== undefined) return number
    const key = keyOf(areaCode, label)
    const known = this.#numbers.get(key)
    if (known !== undefined) return known
    const next = (this.#last.get(areaCode) ?? 0) + 1
    this.#reach(areaCode, next)
    this.#numbers.set(key, next)
    return next
  }

  #reach(areaCode: string, number: number): void {
    this.#last.set(areaCode, Math.max(number, this.#last.get(areaCode) ?? 0))
  }
}
