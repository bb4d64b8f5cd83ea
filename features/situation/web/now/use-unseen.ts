import { useQuery } from '@tanstack/react-query'
import { answers } from '#features/answers/contract.ts'
import type { Reply } from '#kit/contract/endpoint.ts'
import { read } from '#kit/web/read/api.ts'

/** How many of them are shown. */
const most = 5

export type Unseen = Reply<typeof answers.list>

/** The newest flagged reports that the reader has not opened since they changed, and how many there are. */
export const useUnseen = (): Unseen | undefined =>
  useQuery(read(answers.list, { query: { urgent: true, unseen: true, page: 1, pageSize: most } }))
    .data
