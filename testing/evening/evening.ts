import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { readElectionFiles } from '#apps/cli/election-files.ts'
import { loadElection } from '#apps/cli/load-election.ts'
import { phoneAt } from '#apps/cli/phone.ts'
import {
  type Credentials,
  chooseStation,
  type ObserverPost,
  type Phone,
  type RandomSource,
  type SentFile,
  type Station,
  seededRandom,
  signIn,
  stationsOf,
} from '#apps/cli/rehearsal.ts'
import { becomesTrue } from '#database/embedded/postmaster.ts'
import { openDatabase } from '#database/open.ts'
import { type AnswerDraft, answers } from '#features/answers/contract.ts'
import type { Question } from '#features/forms/contract.ts'
import { notes } from '#features/notes/contract.ts'
import { openSecrets } from '#kit/server/security/secrets.ts'
import { secret } from '../secret.ts'

/** The acknowledged reports of the observers. */
export type AcknowledgedReports = {
  /** By observer, station and question: the chosen options, as text. */
  readonly said: Map<string, string>
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

/** Loads the demonstration's election, with only the observers who report; returns them. */
export async function loadEvening(databaseUrl: string): Promise<readonly Person[]> {
  const folder = fileURLToPath(new URL('../../apps/cli/demonstration/', import.meta.url))
  const whole = await readElectionFiles(folder)
  const files = { ...whole, observers: whole.observers.slice(0, observers) }
  const database = openDatabase({ url: databaseUrl, connections: 1 })
  const as = { state: 'live', now: new Date() } as const
  await database.write((tx) => loadElection(tx, openSecrets(secret), files, as))
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
    said: new Map(),
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
    const chance = seededRandom(index)
    const observer: Observer = {
      phone,
      name: own.phone,
      post: { station: chooseStation(own.stations, chance), ...(await signIn(phone, own)) },
      chance,
      memory,
    }
    for (let act = 0; act < actsEach || !isLate; act++) {
      const send = chance() < 0.7 ? await prepareReport(observer) : prepareNote(observer)
      await send()
      // A phone that is not sure of an acknowledgement repeats it.
      if (chance() < 0.3) await send()
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
  readonly chance: RandomSource
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
async function prepareReport({ phone, name, post, chance, memory }: Observer) {
  const form = post.questionnaires[Math.floor(chance() * post.questionnaires.length)] ?? []
  const questions = form.flatMap((section) => section.questions).filter(() => chance() < 0.4)
  const stations = bothOf(post).filter((_, index) => index === 0 || chance() < 0.4)
  const drafts = stations.flatMap((station) =>
    questions.map((question) => draftOf(station, question, chance)),
  )
  return async () => {
    await phone(answers.send, { body: { answers: drafts } }, post.token)
    for (const station of stations) {
      const before = memory.said.size
      const changed = drafts
        .filter((draft) => draft.pollingStationNumber === station.pollingStationNumber)
        .filter((draft) => remember(memory, keyOf(name, station), draft))
      const key = keyOf(name, station)
      if (changed.length > 0 || memory.said.size > before)
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
  const isNew = (memory.said.get(key) ?? '[]') !== now
  if (now === '[]') memory.said.delete(key)
  else memory.said.set(key, now)
  return isNew
}

function draftOf(
  station: ObserverPost['station'],
  question: Question,
  chance: RandomSource,
): AnswerDraft {
  const isSingle = question.questionType === 1 || question.questionType === 2
  const most = isSingle ? 1 : 2
  // Now and then an observer retracts an answer.
  const chosen =
    chance() < 0.1
      ? []
      : question.optionsToQuestions
          .map((option) => ({ option, rank: chance() }))
          .sort((one, other) => one.rank - other.rank)
          .slice(0, most)
  const options = chosen.map(({ option }) => ({
    optionId: option.id,
    ...(option.isFreeText && { value: `la ora ${Math.floor(chance() * 24)}` }),
  }))
  return { ...station, questionId: question.id, options }
}

/** A note about the station, half of them with a photograph. */
function prepareNote({ phone, name, post, chance, memory }: Observer) {
  const text = `Coadă de ${Math.floor(chance() * 500)} de oameni`
  const files = chance() < 0.5 ? [photograph(chance)] : []
  const digests = files.map(({ bytes }) => createHash('sha256').update(bytes).digest('hex'))
  return async () => {
    await phone(notes.write, { body: { ...post.station, text } }, post.token, files)
    memory.notes.add([keyOf(name, post.station), text, ...digests].join(' '))
    for (const digest of digests) memory.files.add(digest)
  }
}

function photograph(chance: RandomSource): SentFile {
  const png = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
  const noise = Array.from({ length: 500 }, () => Math.floor(chance() * 256))
  return { name: 'urna.png', bytes: Uint8Array.from([...png, ...noise]) }
}
