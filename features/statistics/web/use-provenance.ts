import { useQuery } from '@tanstack/react-query'
import { elections } from '#features/elections/contract.ts'
import { locale, t } from '#kit/web/language.ts'
import { read } from '#kit/web/read/api.ts'
import type { Provenance } from '#kit/web/ui/chart/provenance.ts'
import { say } from '../copy.ts'
import { useVerified } from './use-verified.ts'

/** The provenance of a downloaded chart, with times in the election's time zone. */
export function useProvenance(): (count: number, countedUpTo: Date) => Provenance {
  const { data: election } = useQuery(read(elections.current, {}))
  return (count, countedUpTo) => {
    const name = election?.name ?? ''
    const asOf = new Intl.DateTimeFormat(locale, {
      dateStyle: 'medium',
      timeStyle: 'short',
      timeZone: election?.timezone,
    }).format(countedUpTo)
    return {
      lines: [
        t(say.ofElection, { election: name, asOf }),
        t(say.fromReports, { host: window.location.host, count }),
      ],
      columns: [
        { title: t(say.election), value: name },
        { title: t(say.asOf), value: asOf },
      ],
    }
  }
}

/** The same, saying whether only verified reports count. */
export function useVerifiedProvenance(): ReturnType<typeof useProvenance> {
  const provenance = useProvenance()
  const { reviewState } = useVerified()
  return (count, countedUpTo) => {
    const { lines, columns } = provenance(count, countedUpTo)
    if (!reviewState) return { lines, columns }
    const only = t(say.verifiedOnly)
    return {
      lines: [only, ...lines],
      columns: [...columns, { title: t(say.counted), value: only }],
    }
  }
}
