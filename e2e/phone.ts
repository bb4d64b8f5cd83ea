import { readFileSync } from 'node:fs'
import { phoneAt } from '#apps/cli/phone.ts'
import { type Credentials, type SentFile, signIn } from '#apps/cli/rehearsal.ts'
import { answers } from '#features/answers/contract.ts'
import { notes } from '#features/notes/contract.ts'
import { notifications } from '#features/notifications/contract.ts'
import { visits } from '#features/visits/contract.ts'
import type { CallInput, Endpoint, Reply } from '#kit/contract/endpoint.ts'
import type { Id } from '#kit/contract/value/id.ts'

/** A station of e2e/election, by municipality and number. */
export type Station = readonly [municipality: string, number: number]

/** By question code, the texts of the chosen options; what follows a colon is written in. */
export type Chosen = Readonly<Record<string, readonly string[]>>

export type NoteSaid = {
  readonly text: string
  readonly question?: string
  readonly image?: string
}

/** An observer's phone: the calls that their app makes. */
export type Phone = {
  answer(station: Station, said: Chosen): Promise<void>
  note(station: Station, note: NoteSaid): Promise<void>
  arrive(station: Station, at: string): Promise<void>
  open(notificationId: Id<'notifications'>): Promise<void>
}

/** The observers of e2e/election, in the order of their file. */
const people = readFileSync('e2e/election/observers.csv', 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((row) => row.split(','))
  .map(([phone = '', pin = '', name = '']) => ({ phone, pin, name }))

export const nameOf = (person: number) => people[person]?.name ?? ''

/** Calls a server once. */
export const call = <E extends Endpoint>(
  url: string,
  endpoint: E,
  sent: CallInput<E>,
  token?: string,
  files: readonly SentFile[] = [],
): Promise<Reply<E>> => phoneAt(url, { forMs: 0 })(endpoint, sent, token, files)

/** A file of these rows. */
export const fileOf = (name: string, ...rows: readonly string[]): SentFile[] => [
  { name, bytes: new TextEncoder().encode(rows.join('\n')) },
]

const stationOf = ([municipalityCode, pollingStationNumber]: Station) => ({
  countyCode: municipalityCode.split('-')[0] ?? '',
  municipalityCode,
  pollingStationNumber,
})

/** Signs an observer in, of e2e/election or another one, on a phone of their own. */
export async function phoneOf(url: string, person: number | Credentials): Promise<Phone> {
  const login = typeof person === 'number' ? people[person] : person
  const { token, questionnaires } = await signIn(
    phoneAt(url, { forMs: 0 }),
    login ?? { phone: '', pin: '' },
  )
  const questions = questionnaires.flat().flatMap((section) => section.questions)
  const questionOf = (code: string) => {
    const question = questions.find((one) => one.code === code)
    if (!question) throw new Error(`No question ${code}`)
    return question
  }

  return {
    answer: async (station, said) => {
      const drafts = Object.entries(said).map(([code, chosen]) => {
        const { id, optionsToQuestions } = questionOf(code)
        const options = chosen.map((choice) => {
          const [text = '', value] = choice.split(': ')
          const option = optionsToQuestions.find((one) => one.text === text)
          if (!option) throw new Error(`No option ${text}`)
          return { optionId: option.optionId, ...(value !== undefined && { value }) }
        })
        return { ...stationOf(station), questionId: id, options }
      })
      await call(url, answers.send, { body: { answers: drafts } }, token)
    },
    note: async (station, { text, question, image }) => {
      const body = {
        ...stationOf(station),
        questionId: question ? questionOf(question).id : 0,
        text,
      }
      const files = image
        ? [{ name: 'photo.png', bytes: Uint8Array.from(readFileSync(image)) }]
        : []
      await call(url, notes.write, { body }, token, files)
    },
    arrive: async (station, at) => {
      const facts = { urbanArea: true, isPollingStationPresidentFemale: true }
      const body = { ...stationOf(station), observerArrivalTime: at, ...facts }
      await call(url, visits.report, { body }, token)
    },
    open: async (notificationId) => {
      await call(url, notifications.open, { body: { notificationId } }, token)
    },
  }
}
