import { useQuery } from '@tanstack/react-query'
import { read } from '#kit/web/read/api.ts'
import { elections } from '../contract.ts'

/** Which election the screens show; undefined while that is not known. */
export const useElectionId = () => useQuery(read(elections.current, {})).data?.id
