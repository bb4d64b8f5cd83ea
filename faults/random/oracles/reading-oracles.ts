import type { Finding } from '../trace.ts'
import type { Chosen, Doubt, Saying, Sight } from '../world.ts'
import { asText } from './said.ts'
import { wasAside } from './standing.ts'
import type { Stored } from './stored.ts'

/** Options that no form has: an answer with one becomes an unplaced item. */
export const firstUnknownOption = 900_000_000

/** A read that began after an acknowledgement shows what was acknowledged. */
export function isFresh(
  { questionId, chosen }: Pick<Saying, 'questionId' | 'chosen'>,
  shown: readonly Chosen[],
  about: readonly string[],
): Finding[] {
  const isKnown = chosen.every(({ optionId }) => optionId < firstUnknownOption)
  const [now, wanted] = [asText(shown), asText(chosen)]
  if (!isKnown || now === wanted) return []
  const what = `question ${questionId} reads ${now}, and was said to be ${wanted}`
  return [{ oracle: 'no reading is stale', what, about }]
}

/** Unplaced items are correctly missing, as is an answer to a form that was deleted meanwhile. */
export const noReadingIsStale = (doubts: readonly Doubt[], stored: Stored): Finding[] =>
  doubts
    .filter(({ person, saying }) => !wasAside(person, saying, stored))
    .map(({ finding }) => finding)

/** An account sees nothing but what it may; both are counties, or reports. */
export function seesNoMore(account: string, shown: readonly string[], { codes }: Sight): Finding[] {
  const beyond = shown.filter((one) => !codes.includes(one))
  if (beyond.length === 0) return []
  const what = `${account} may see ${codes.join(', ')}, and saw ${beyond.join(', ')}`
  return [{ oracle: 'everybody sees what is theirs', what, about: [] }]
}

/** The page of a station that replaces merged ones shows each report from any of them once. */
export function isReadAsOne(
  station: string,
  shown: readonly string[],
  stored: readonly string[],
): Finding[] {
  const [are, should] = [shown.toSorted(), stored.toSorted()]
  if (are.join() === should.join()) return []
  const what = `${station} shows ${are.join(', ')}, and there is ${should.join(', ')}`
  return [{ oracle: 'merged stations are read as one', what, about: [station] }]
}

/** A difference in a list or on a page. */
export type ListedDifference = {
  readonly stationId: number
  readonly questionId: number
  readonly state: string
}

/** For each account the list of differences equals the stations' pages. */
export function listsWhatPagesShow(
  account: string,
  listed: readonly ListedDifference[],
  shown: readonly ListedDifference[],
): Finding[] {
  const texts = (all: readonly ListedDifference[]) =>
    all.map(({ stationId, questionId, state }) => `${stationId}/${questionId}: ${state}`)
  const [inList, onPages] = [texts(listed), texts(shown)]
  const missing = shown.filter((_, at) => !inList.includes(onPages[at] ?? ''))
  const beyond = listed.filter(
    (_, at) => !onPages.includes(inList[at] ?? '') || inList.indexOf(inList[at] ?? '') !== at,
  )
  const finding = (what: string) => (one: ListedDifference) => ({
    oracle: 'the list of differences matches the pages',
    what: `to ${account} the list ${what} ${texts([one]).join('')}`,
    about: [`station row ${one.stationId}`],
  })
  return [
    ...missing.map(finding('lacks')),
    ...beyond.map(finding('has beyond the pages, or twice,')),
  ]
}

/** The list shows each account all threads it may see, each once, and no others. */
export function seesTheirs(
  account: string,
  seen: readonly string[],
  allowed: readonly string[],
): Finding[] {
  const [are, may] = [seen.toSorted(), allowed.toSorted()]
  if (are.join() === may.join()) return []
  const beyond = are.filter((one) => !may.includes(one))
  const what = `${account} sees ${are.length} threads of ${may.length}; not theirs: ${beyond.join(', ')}`
  return [{ oracle: 'everybody sees what is theirs', what, about: [] }]
}
