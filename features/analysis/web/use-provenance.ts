import { useProvenance } from '#features/statistics/web/use-provenance.ts'
import { t } from '#kit/web/language.ts'
import type { Provenance } from '#kit/web/ui/chart/provenance.ts'
import { say } from '../copy.ts'
import { useChips } from './filters.tsx'

/** The provenance of a downloaded chart, with the filters that were active. */
export function useFilteredProvenance(): (count: number, asOf: Date) => Provenance {
  const provenance = useProvenance()
  const filters = useChips()
    .filter(({ value }) => value)
    .map(({ label, value }) => (label ? `${label}: ${value}` : value))
    .join('; ')
  return (count, asOf) => {
    const { lines, columns } = provenance(count, asOf)
    const source = t(say.observers, { host: window.location.host })
    return {
      lines: filters ? [t(say.only, { filters }), ...lines] : lines,
      columns: [
        ...columns,
        { title: t(say.source), value: source },
        { title: t(say.n), value: count },
        { title: t(say.narrowedTo), value: filters },
      ],
    }
  }
}
