import type { Feature } from '#kit/contract/feature.ts'
import { liveStream } from '#kit/contract/live.ts'
import { features } from './features.ts'

type Endpoints = Feature['endpoints']

/** How the API document begins: how one gets in, then what is observed. The others follow in their order. */
const toldFirst = [
  ...['session', 'factors', 'invitations', 'accounts', 'tasks', 'elections', 'places'],
  ...['observers', 'notifications', 'forms', 'visits', 'unplaced', 'answers', 'notes'],
]

const all: Endpoints = Object.assign({}, ...features.map(({ endpoints: own }) => own))
const { deployment = {}, ...others } = all

/** Every call this server answers, by feature: what the API document is written from. */
export const endpoints: Endpoints = {
  ...Object.fromEntries(toldFirst.map((name) => [name, all[name] ?? {}])),
  ...others,
  live: { stream: liveStream },
  deployment,
}
