import { nearOf, type Spot, turn } from '#features/places/whereabouts-domain.ts'
import { greatestOf } from '#kit/contract/greatest.ts'
import type { Polygon } from './contract.ts'
import { nameIn, type Shape } from './domain.ts'
import {
  type BadShape,
  notShapes,
  type PlacedShape,
  type ShapeFileContent,
} from './reading-domain.ts'

type Position = readonly [number, number]
type Convert = (position: Position) => Position

/** A reference system, and what turns its positions into longitude and latitude. */
export type System = { readonly name: string; readonly toDegrees: Convert }

/** Where an area is known to be, and the shape that has its name. */
export type KnownSpots = readonly { readonly shape: Shape; readonly spots: readonly Spot[] }[]

/** The shapes of a file as we keep them. */
export type InDegrees = {
  readonly shapes: readonly Shape[]
  readonly bad: readonly BadShape[]
  /** What they were converted from; null: nothing had to be. */
  readonly converted: Conversion | null
  /** Whether they are where their areas are; undefined: that is not known. */
  readonly isHere: boolean | undefined
}

export type Conversion = { readonly system: string | null; readonly isSwapped: boolean }

type Candidate = { readonly conversion: Conversion | null; readonly convert: Convert }

const asIs: Convert = (position) => position
const swapped: Convert = ([x, y]) => [y, x]

/**
 * Turns the shapes of a file into longitude and latitude. Positions are taken as they are, or by the system that the
 * file names; in another order or system only where the areas are then where they are known to be.
 * @param sources where areas are known to be, each source on its own: it may be wrong itself
 * @param named the system that the file names, where we know it
 * @param others systems that a file may be in without naming it
 * @throws Problem `map.not-shapes` when they cannot be turned into degrees with certainty.
 */
export function shapesInDegrees(
  { shapes, bad, system }: ShapeFileContent,
  sources: readonly KnownSpots[],
  named: System | undefined,
  others: readonly System[],
): InDegrees {
  const [first, ...rest] = candidatesOf(named, others) as [Candidate, ...Candidate[]]
  const known = sources.filter((source) => source.some(({ spots }) => spots.length > 0))
  const fits = (one: Candidate) => known.some((source) => shareOf(source, one) >= 0.5)
  const found = [first, ...rest].find(fits)
  if (found) return { ...converted(shapes, bad, found), isHere: true }
  const possible = [first, ...rest.slice(0, 1)].find((one) => areMostlyDegrees(shapes, one))
  if (!possible) throw notShapes('system', null, system)
  const isHere = known.length === 0 ? undefined : false
  return { ...converted(shapes, bad, possible), isHere }
}

/** The likeliest first; the second is the first with its axes swapped. */
function candidatesOf(named: System | undefined, others: readonly System[]): Candidate[] {
  // Programs also name a system that a file is not in.
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

/** Does the system change nothing? */
const isDegrees = ({ toDegrees }: System): boolean => {
  const [x, y] = toDegrees([23, 46])
  return x === 23 && y === 46
}

/** Of the spots that are known, how many are in the shapes that have their names. */
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
) {
  const bad = [...before]
  const kept: Shape[] = []
  for (const { place, ...shape } of shapes) {
    const polygons = polygonsBy(shape, convert)
    if (areDegrees(polygons)) kept.push({ ...shape, polygons: polygons.map(unbroken) })
    else bad.push({ place, name: nameIn(shape.properties), why: 'coordinates' })
  }
  bad.sort((one, other) => one.place - other.place)
  if (kept.length === 0) throw notShapes('coordinates', bad[0]?.place)
  return { shapes: kept, bad, converted: conversion }
}

/**
 * A polygon whose rings go on across the 180th meridian, where the file has them jump to the other end of the world; it
 * begins between -180 and 180.
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

/** No corner is further than half the world from the one before it; unless the ring goes around a pole. */
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
