import { type Fault, fault } from '#kit/contract/import/fault.ts'
import { labelKey } from './naming-domain.ts'
import type { NamedStation, StationDraft } from './row-domain.ts'

/** A station with a number; `isGiven`: the file has none. */
export type NumberedStation = StationDraft & { readonly isGiven?: true }

/** A station that is stored. */
export type KnownStation = {
  readonly areaCode: string
  readonly number: number
  readonly label: string
}

/**
 * Gives numbers to stations that have only a label: the number of the station of their area that has the label already,
 * else the next one after all of the area, those of the file among them. A label is that of one station of an area.
 */
export class LabelledStations {
  /** By area, the label of each number: as stored, or as the file says. */
  readonly #labels = new Map<string, Map<number, string>>()
  readonly #inFile = new Set<string>()
  readonly #last = new Map<string, number>()

  /** Notes stations of a file; all of it are noted before one is numbered. */
  note(stations: readonly NamedStation[]): void {
    for (const { areaCode, number, label } of stations) {
      if (number === undefined) continue
      this.#reach(areaCode, number)
      if (label !== undefined) this.#say(areaCode, number, label)
    }
  }

  /** Adds stored stations; labels in the file take precedence. */
  know(stations: readonly KnownStation[]): void {
    for (const { areaCode, number, label } of stations) {
      this.#reach(areaCode, number)
      const isInFile = this.#inFile.has(`${areaCode} ${number}`)
      if (label !== '' && !isInFile) this.#in(areaCode).set(number, labelKey(label))
    }
  }

  /** The station with its number, or why it has none. */
  numbered(station: NamedStation): NumberedStation | { readonly why: Fault } {
    const { areaCode, number, label } = station
    const holders = label === undefined ? [] : this.#holders(areaCode, labelKey(label), number)
    const [holder] = holders
    if (number !== undefined) {
      if (holder !== undefined) return taken(label, holder)
      return { ...station, number }
    }
    if (holders.length > 1) return { why: fault('label.several', { label: label ?? '' }, 'label') }
    if (holder !== undefined && this.#inFile.has(`${areaCode} ${holder}`))
      return taken(label, holder)
    return { ...station, number: holder ?? this.#next(areaCode, label ?? ''), isGiven: true }
  }

  #next(areaCode: string, label: string): number {
    const number = (this.#last.get(areaCode) ?? 0) + 1
    this.#reach(areaCode, number)
    this.#in(areaCode).set(number, labelKey(label))
    return number
  }

  /** Other stations of the area that have the label. */
  #holders(areaCode: string, key: string, own: number | undefined): number[] {
    return [...this.#in(areaCode)].flatMap(([number, label]) =>
      label === key && number !== own ? [number] : [],
    )
  }

  #say(areaCode: string, number: number, label: string): void {
    this.#inFile.add(`${areaCode} ${number}`)
    this.#in(areaCode).set(number, labelKey(label))
  }

  #in(areaCode: string): Map<number, string> {
    const labels = this.#labels.get(areaCode) ?? new Map<number, string>()
    this.#labels.set(areaCode, labels)
    return labels
  }

  #reach(areaCode: string, number: number): void {
    this.#last.set(areaCode, Math.max(number, this.#last.get(areaCode) ?? 0))
  }
}

const taken = (label = '', number: number) => ({
  why: fault('label.taken', { label, number }, 'label'),
})
