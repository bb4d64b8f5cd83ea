import type { Feature } from '#kit/contract/feature.ts'
import { liveStream } from '#kit/contract/live.ts'
import { features } from './features.ts'

type Endpoints = Feature['endpoints']

/** The order of the API document: signing in first, then what is observed. The others follow in their order. */
const listedFirst = [
  ...['session', 'factors', 'invitations', 'accounts', 'tasks', 'elections', 'places'],
  ...['observers', 'notifications', 'forms', 'visits', 'unplaced', 'answers', 'notes'],
]

const all: Endpoints = Object.assign({}, ...features.map(({ endpoints: own }) => own))
const { deployment = {}, ...others } = all

/** Every endpoint of this server, by feature: the source of the API document. */
export const endpoints: Endpoints = {
  ...Object.fromEntries(listedFirst.map((name) => [name, all[name] ?? {}])),
  ...others,
  live: { stream: liveStream },
  deployment,
}
