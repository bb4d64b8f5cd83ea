import { nearOf, type Spot, turn } from '#features/places/whereabouts-domain.ts'
import { greatestOf } from '#kit/contract/greatest.ts'
import type { Polygon } from './contract.ts'
import { nameIn, type Shape } from './domain.ts'
import { findMisplaced } from './misplaced-domain.ts'
import {
  type BadShape,
  notShapes,
  type PlacedShape,
  type ShapeFileContent,
} from './reading-domain.ts'

type Position = readonly [number, number]
type Convert = (position: Position) => Position

/** A reference system, with its conversion into longitude and latitude. */
export type System = { readonly name: string; readonly toDegrees: Convert }

/** Known positions in an area, and the shape with the area's name. */
export type KnownSpots = readonly {
  readonly shape: PlacedShape
  readonly name: string
  readonly spots: readonly Spot[]
}[]

/** Two independent sources of the positions of areas; either may be wrong. Both have an entry for each named shape. */
export type Sources = { readonly stations: KnownSpots; readonly outlines: KnownSpots }

/** The shapes of a file as we keep them. */
export type InDegrees = {
  readonly shapes: readonly PlacedShape[]
  readonly bad: readonly BadShape[]
  /** The system they were converted from; null: no conversion was needed. */
  readonly converted: Conversion | null
  /** Whether the shapes are at the positions of their areas; undefined: unknown. */
  readonly isHere: boolean | undefined
  /** Shapes far from all others, when the positions of their areas are unknown. */
  readonly far: readonly Omit<BadShape, 'why'>[]
}

export type Conversion = { readonly system: string | null; readonly isSwapped: boolean }

type Candidate = { readonly conversion: Conversion | null; readonly convert: Convert }

const asIs: Convert = (position) => position
const swapped: Convert = ([x, y]) => [y, x]

/**
 * Converts the shapes of a file into longitude and latitude. Positions stay unchanged or are converted from the system
 * that the file names. Swapped axes or another system are assumed only if the shapes then match known positions.
 * Finally leaves out shapes that do not match the positions of their own area.
 * @param sources known positions of areas
 * @param named the system that the file names, if we know it
 * @param others systems that a file may use without naming them
 * @throws Problem `map.not-shapes` when they cannot be turned into degrees with certainty.
 */
export function shapesInDegrees(
  { shapes, bad, system }: ShapeFileContent,
  sources: Sources,
  named: System | undefined,
  others: readonly System[],
): InDegrees {
  const [first, ...rest] = candidatesOf(named, others) as [Candidate, ...Candidate[]]
  const known = [sources.stations, sources.outlines].filter(isKnown)
  const fits = (one: Candidate) => known.some((source) => shareOf(source, one) >= 0.5)
  const found = [first, ...rest].find(fits)
  if (found) {
    // A source that most shapes contradict cannot judge single shapes.
    const fitting = known.filter((source) => shareOf(source, found) >= 0.5)
    return { ...withoutMisplaced(converted(shapes, bad, found), sources, fitting), isHere: true }
  }
  const possible = [first, ...rest.slice(0, 1)].find((one) => areMostlyDegrees(shapes, one))
  if (!possible) throw notShapes('system', null, system)
  const all = converted(shapes, bad, possible)
  if (known.length > 0) return { ...all, far: [], isHere: false }
  return { ...withoutMisplaced(all, sources, []), isHere: undefined }
}

const isKnown = (source: KnownSpots) => source.some(({ spots }) => spots.length > 0)

type Converted = Pick<InDegrees, 'shapes' | 'bad' | 'converted'>

function withoutMisplaced(
  all: Converted,
  { stations, outlines }: Sources,
  fitting: readonly KnownSpots[],
): Converted & Pick<InDegrees, 'far'> {
  const placed = new Map(all.shapes.map((shape) => [shape.place, shape]))
  const spotsIn = (source: KnownSpots, index: number) =>
    fitting.includes(source) ? (source[index]?.spots ?? []) : []
  const compared = stations.flatMap(({ shape: { place }, name }, index) => {
    const shape = placed.get(place)
    const known = { stations: spotsIn(stations, index), outline: spotsIn(outlines, index) }
    return shape ? [{ shape, name, ...known }] : []
  })
  const { misplaced, far } = findMisplaced(compared)
  const named = ({ shape: { place }, name }: (typeof compared)[number]) => ({ place, name })
  const left = new Set(misplaced.map(({ shape }) => shape))
  return {
    ...all,
    shapes: all.shapes.filter((shape) => !left.has(shape)),
    bad: inOrder([
      ...all.bad,
      ...misplaced.map((one) => ({ ...named(one), why: 'misplaced' as const })),
    ]),
    far: far.map(named),
  }
}

const inOrder = (bad: readonly BadShape[]) => bad.toSorted((one, other) => one.place - other.place)

/** The likeliest first; the second is the first with its axes swapped. */
function candidatesOf(named: System | undefined, others: readonly System[]): Candidate[] {
  // Some programs name a system that the file does not use.
  const systems = named ? [named, undefined, ...others] : [undefined, ...others]
  return systems.flatMap((system) => {
    const toDegrees = system?.toDegrees ?? asIs
    const name = system && !isDegrees(system) ? system.name : null
    return [
      { conversion: name === null ? null : { system: name, isSwapped: false }, convert: toDegrees },
      {
        conversion: { system: name, isSwapped: true },
        convert: (position) => toDegrees(swapped(position)),
      },
    ]
  })
}

/** Whether the system already is longitude and latitude. */
const isDegrees = ({ toDegrees }: System): boolean => {
  const [x, y] = toDegrees([23, 46])
  return x === 23 && y === 46
}

/** The share of known positions that are in the shape with the name of their area. */
function shareOf(source: KnownSpots, { convert }: Candidate): number {
  let [inside, all] = [0, 0]
  for (const { shape, spots } of source) {
    if (spots.length === 0) continue
    const isNear = nearOf(polygonsBy(shape, convert))
    all += spots.length
    inside += spots.filter(isNear).length
  }
  return inside / all
}

const polygonsBy = ({ polygons }: Shape, convert: Convert): Polygon[] =>
  polygons.map((rings) => rings.map((ring) => ring.map((at) => [...convert(at)])))

const areMostlyDegrees = (shapes: readonly Shape[], { convert }: Candidate): boolean =>
  shapes.filter((shape) => areDegrees(polygonsBy(shape, convert))).length * 2 > shapes.length

/** Some programs count longitudes from 0 to 360. */
const areDegrees = (polygons: readonly Polygon[]): boolean =>
  polygons
    .flat(2)
    .every(([longitude, latitude]) => Math.abs(longitude) <= 360 && Math.abs(latitude) <= 90)

function converted(
  shapes: readonly PlacedShape[],
  before: readonly BadShape[],
  { conversion, convert }: Candidate,
): Converted {
  const bad = [...before]
  const kept: PlacedShape[] = []
  for (const shape of shapes) {
    const polygons = polygonsBy(shape, convert)
    if (areDegrees(polygons)) kept.push({ ...shape, polygons: polygons.map(unbroken) })
    else bad.push({ place: shape.place, name: nameIn(shape.properties), why: 'coordinates' })
  }
  const [first] = inOrder(bad)
  if (kept.length === 0) throw notShapes('coordinates', first?.place)
  return { shapes: kept, bad: inOrder(bad), converted: conversion }
}

/**
 * A polygon whose rings continue across the 180th meridian, where rings in the file jump to the other side of the world.
 * Its first longitude is between -180 and 180.
 */
function unbroken(rings: Polygon): Polygon {
  const unrolled = rings.map(unroll)
  const west = westOf(unrolled[0] ?? [])
  const home = west - 360 * Math.floor((west + 180) / 360)
  return unrolled.map((ring) => {
    // A hole is less than half the world from where its polygon begins.
    const own = westOf(ring)
    const shift = home + turn(own - west) - own
    return ring.map(([longitude, latitude]) => [rounded(longitude + shift), rounded(latitude)])
  })
}

type Ring = Polygon[number]

const westOf = (ring: Ring): number =>
  -greatestOf(
    ring.map(([longitude]) => -longitude),
    Number.NEGATIVE_INFINITY,
  )

/** Keeps each corner within 180 degrees of longitude of the previous corner, unless the ring surrounds a pole. */
function unroll(ring: Ring): Ring {
  let before = ring[0]?.[0] ?? 0
  const unrolled = ring.map(([longitude, latitude]): Ring[number] => {
    before += turn(longitude - before)
    return [before, latitude]
  })
  const [first, last] = [unrolled[0], unrolled.at(-1)]
  return Math.abs((first?.[0] ?? 0) - (last?.[0] ?? 0)) < 1 ? unrolled : ring
}

/** About a metre. */
const rounded = (degrees: number) => Math.round(degrees * 1e5) / 1e5
