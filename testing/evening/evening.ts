import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { readElectionFiles } from '#apps/cli/election-files.ts'
import { loadElection } from '#apps/cli/load-election.ts'
import { phoneAt } from '#apps/cli/phone.ts'
import {
  type Credentials,
  chooseStation,
  type ObserverPost,
  type Phone,
  type Station,
  signIn,
  stationsOf,
} from '#apps/cli/rehearsal.ts'
import { becomesTrue } from '#database/embedded/postmaster.ts'
import { openDatabase } from '#database/open.ts'
import { type AnswerDraft, answers } from '#features/answers/contract.ts'
import { notes } from '#features/notes/contract.ts'
import { openSecrets } from '#kit/server/security/secrets.ts'
import { secret } from '../secret.ts'
import { drawOptions, drawPhotographs } from './drawn-reports.ts'
import { type SeededRandom, seededRandomOf } from './seeded-random.ts'

/** The acknowledged reports of the observers. */
export type AcknowledgedReports = {
  /** By observer, station and question: the chosen options, as text. */
  readonly sentAnswers: Map<string, string>
  /** By observer and station: how many reports changed something. */
  readonly changes: Map<string, number>
  /** Every note once, with the digests of its files. */
  readonly notes: Set<string>
  readonly files: Set<string>
}

export type Evening = {
  readonly memory: AcknowledgedReports
  /** How many reports and notes were acknowledged so far. */
  acknowledged(): number
  /** Resolves when this share of all was acknowledged. */
  reaches(share: number): Promise<unknown>
  /** Resolves when all observers have sent everything. */
  readonly over: Promise<unknown>
}

const observers = 40
const actsEach = 6

/** How long a phone retries before it gives up, in milliseconds. */
const forMs = 90_000

/** An observer, and the existing stations. */
export type Person = Credentials & { readonly stations: readonly Station[] }

/** Enough that most observers have stations of their own. */
const stationsPerCounty = 20

/** Loads the demonstration's election, with only the observers who report and fewer stations; returns the observers. */
export async function loadEvening(databaseUrl: string): Promise<readonly Person[]> {
  const folder = fileURLToPath(new URL('../../apps/cli/demonstration/', import.meta.url))
  const whole = await readElectionFiles(folder)
  const counts = whole.places.counts?.map((row) => ({
    ...row,
    value: { ...row.value, stations: Math.min(row.value.stations, stationsPerCounty) },
  }))
  const files = {
    ...whole,
    observers: whole.observers.slice(0, observers),
    places: { ...whole.places, ...(counts && { counts }) },
  }
  const database = openDatabase({ url: databaseUrl, connections: 1 })
  const as = { state: 'live', now: new Date() } as const
  await database.write((tx) => loadElection(tx, openSecrets(secret), files, as))
  // As PostgreSQL does by itself a minute later.
  await sql`analyze`.execute(database.primary)
  await database.close()
  const stations = stationsOf(files.places)
  return files.observers.map(({ phone, pin = '' }) => ({ phone, pin, stations }))
}

/**
 * Observers sign in and report; the same evening every time except for how their calls interleave. With
 * several servers each starts with another. They continue until it may end, and they have said everything.
 */
export function beginEvening(
  url: string | readonly string[],
  people: readonly Person[],
  mayEnd: Promise<unknown> = Promise.resolve(),
): Evening {
  const memory: AcknowledgedReports = {
    sentAnswers: new Map(),
    changes: new Map(),
    notes: new Set(),
    files: new Set(),
  }
  let acknowledged = 0
  let isLate = false
  void mayEnd.then(() => {
    isLate = true
  })
  const urls = [url].flat()
  const observe = async (own: Person, index: number) => {
    const nearest = index % urls.length
    const phone = phoneAt([...urls.slice(nearest), ...urls.slice(0, nearest)], { forMs })
    const draw = seededRandomOf(0, index, 0)
    const observer: Observer = {
      phone,
      name: own.phone,
      post: { station: chooseStation(own.stations, draw.chance), ...(await signIn(phone, own)) },
      draw,
      memory,
    }
    for (let act = 0; act < actsEach || !isLate; act++) {
      const send = draw.happens(0.7) ? prepareReport(observer) : prepareNote(observer)
      await send()
      // A phone that is not sure of an acknowledgement repeats it.
      if (draw.happens(0.3)) await send()
      acknowledged += 1
    }
  }
  const over = Promise.all(people.map(observe))
  const isReached = (share: number) => async () => acknowledged > people.length * actsEach * share
  // The first phone that gives up rejects with the reason.
  const reaches = (share: number) => Promise.race([over, becomesTrue(isReached(share), forMs)])
  return { memory, acknowledged: () => acknowledged, reaches, over }
}

type Observer = {
  readonly phone: Phone
  readonly name: string
  readonly post: ObserverPost
  readonly draw: SeededRandom
  readonly memory: AcknowledgedReports
}

/** Each observer alternates between two stations of one county. */
const bothOf = ({ station }: ObserverPost) => {
  const { pollingStationNumber: number } = station
  return [station, { ...station, pollingStationNumber: number > 1 ? number - 1 : 2 }]
}

export const keyOf = (name: string, at: ObserverPost['station']) =>
  `${name} ${at.municipalityCode ?? at.countyCode} ${at.pollingStationNumber}`

/** Some questions of one form, answered anew at one station or at both. */
function prepareReport({ phone, name, post, draw, memory }: Observer) {
  const form = draw.pick(post.questionnaires) ?? []
  const questions = draw.some(
    form.flatMap((section) => section.questions),
    0.5,
  )
  const stations = bothOf(post).filter((_, index) => index === 0 || draw.happens(0.4))
  const drafts = stations.flatMap((station) =>
    questions.map(
      (question): AnswerDraft => ({
        ...{ ...station, questionId: question.id },
        options: drawOptions(question, draw),
      }),
    ),
  )
  return async () => {
    await phone(answers.send, { body: { answers: drafts } }, post.token)
    for (const station of stations) {
      const before = memory.sentAnswers.size
      const changed = drafts
        .filter((draft) => draft.pollingStationNumber === station.pollingStationNumber)
        .filter((draft) => remember(memory, keyOf(name, station), draft))
      const key = keyOf(name, station)
      if (changed.length > 0 || memory.sentAnswers.size > before)
        memory.changes.set(key, (memory.changes.get(key) ?? 0) + 1)
    }
  }
}

/** Records an answer; returns whether it differs from the one before. */
function remember(
  memory: AcknowledgedReports,
  visit: string,
  { questionId, options }: AnswerDraft,
): boolean {
  const key = `${visit} ${questionId}`
  const now = JSON.stringify(
    options
      .map(({ optionId, value }) => [optionId, value ?? null] as const)
      .sort(([one], [other]) => one - other),
  )
  const isNew = (memory.sentAnswers.get(key) ?? '[]') !== now
  if (now === '[]') memory.sentAnswers.delete(key)
  else memory.sentAnswers.set(key, now)
  return isNew
}

/** A note about the station, half of them with a photograph. */
function prepareNote({ phone, name, post, draw, memory }: Observer) {
  const text = `Coadă de ${draw.below(500)} de oameni`
  const { files, digests } = drawPhotographs(draw, 0.5)
  return async () => {
    await phone(notes.write, { body: { ...post.station, text } }, post.token, files)
    memory.notes.add([keyOf(name, post.station), text, ...digests].join(' '))
    for (const digest of digests) memory.files.add(digest)
  }
}
