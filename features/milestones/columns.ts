import { type Column, columns } from '#kit/contract/column.ts'
import { type Copy, type Language, speak } from '#kit/contract/copy.ts'
import { clockCell } from '#kit/contract/value/instant.ts'
import type { Audience, Expected, Milestone } from './contract.ts'
import { say } from './copy.ts'

/** The columns of a milestone in a dry run of copying. */
export const copiedColumns = {
  name: say.milestoneName,
  what: say.what,
  due: say.dueBy,
  forStation: say.forStation,
  audience: say.owedBy,
} as const

/**
 * The audience of a milestone, in words.
 * @param areas the names of its areas
 */
export function audienceIn(
  language: Language,
  { ngoIds, isDiaspora, isMobile }: Audience,
  areas: readonly string[],
): string {
  const parts = [
    ...areas,
    ...(ngoIds.length > 0 ? [speak(say.organisations, language, { count: ngoIds.length })] : []),
    ...(isDiaspora === null ? [] : [speak(isDiaspora ? say.abroad : say.atHome, language)]),
    ...(isMobile === null ? [] : [speak(isMobile ? say.inTeams : say.notInTeams, language)]),
  ]
  return parts.length > 0 ? parts.join(', ') : speak(say.everybody, language)
}

/** The columns of an export of expectations, one for each milestone. */
export const expectedColumns = (
  milestones: readonly Pick<Milestone, 'id' | 'name'>[],
  { timezone, language }: { readonly timezone: string; readonly language: Language },
): readonly Column<Expected>[] => [
  ...columns<Expected>(
    { title: say.observer, value: ({ observerName }) => observerName },
    { title: say.phone, value: ({ observerPhone }) => observerPhone },
    { title: say.organisation, value: ({ ngo }) => ngo },
    { title: say.county, value: ({ county }) => county },
    { title: say.municipality, value: ({ municipality }) => municipality },
    { title: say.stationNumber, value: ({ pollingStationNumber }) => pollingStationNumber },
    { title: say.from, value: ({ from }) => clockCell(from, timezone) },
    { title: say.to, value: ({ until }) => clockCell(until, timezone) },
    {
      title: say.elsewhere,
      value: ({ elsewhere }) => elsewhere && `${elsewhere.area} ${elsewhere.number}`,
    },
    { title: say.lastSeen, value: ({ lastSeen }) => lastSeen && clockCell(lastSeen, timezone) },
  ),
  ...columns<Expected>(
    ...milestones.map(({ id, name }) => ({
      title: sameInAll(name),
      value: (row: Expected) => {
        const own = row.milestones.find(({ milestoneId }) => milestoneId === id)
        return own ? speak(own.isDoneLate ? say.doneLate : say[own.state], language) : null
      },
    })),
  ),
]

/** A name is the same in every language. */
const sameInAll = (name: string): Copy => ({ ro: name, en: name })
