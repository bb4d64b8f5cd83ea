import { useQuery } from '@tanstack/react-query'
import { read } from '#kit/web/read/api.ts'
import { deployment } from '../contract.ts'

/** How long a list counts as fresh when the deployment does not say; as in the first system. */
const answersRefreshMs = 60_000

/** This deployment's settings; defaults until they are loaded. */
export function useDeployment() {
  const { data } = useQuery({ ...read(deployment.config, {}), staleTime: Number.POSITIVE_INFINITY })
  return data ?? { observerGuideUrl: '', answersRefreshMs }
}
