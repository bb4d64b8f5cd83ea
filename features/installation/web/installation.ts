import { useQuery } from '@tanstack/react-query'
import { read } from '#kit/web/read/api.ts'
import { installation } from '../contract.ts'

/** How long a list counts as fresh when the installation does not say; as in the first system. */
const answersRefreshMs = 60_000

/** This installation's settings; defaults until they are loaded. */
export function useInstallation() {
  const { data } = useQuery({
    ...read(installation.config, {}),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data ?? { observerGuideUrl: '', answersRefreshMs }
}
