import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ObserverLink } from '#features/observers/web/observer-link.tsx'
import { RecentImports } from '#features/tasks/web/recent-imports.tsx'
import { t } from '#kit/web/language.ts'
import { read, useWrite } from '#kit/web/read/api.ts'
import { assignments } from '../../contract.ts'
import { say } from '../../copy.ts'
import type { PlanImport } from '../../import-contract.ts'
import { touched } from '../use-plan-acts.ts'

/** The imports and copies of plans of a week, which can be undone for that long. */
export function RecentPlanImports() {
  const { data = [] } = useQuery(read(assignments.listImports, {}))
  const write = useWrite(assignments.undoImport, { touches: touched })
  return (
    <RecentImports
      imports={data}
      about={t(say.recentImportsAbout)}
      confirmation={t(say.undoImportConfirmation)}
      undo={write.mutateAsync}
      from={({ ngo }) => ngo ?? ''}
      did={({ added, changed }) => [
        added > 0 && `${t(say.importDone, { count: added })}.`,
        changed > 0 && t(say.importChangedBefore, { count: changed }),
      ]}
      undone={({ removed, restored, keptCount }) => [
        removed > 0 && t(say.removed, { count: removed }),
        restored > 0 && t(say.importRestored, { count: restored }),
        keptCount > 0 && t(say.importKept, { count: keptCount }),
      ]}
      stays={t(say.importStays)}
      kept={keptOf}
    />
  )
}

const keptOf = ({ kept }: PlanImport) =>
  kept.map((one) => ({
    key: one.assignmentId,
    name: (
      <>
        <ObserverLink id={one.observerId} name={one.observerName} /> · <Where of={one} />
      </>
    ),
    about: `· ${t(say.importKeptEdited)}`,
  }))

function Where({
  of: { pollingStationId, municipality, pollingStationNumber: number },
}: {
  of: PlanImport['kept'][number]
}) {
  const station = `${municipality} ${number}`
  if (pollingStationId === null) return station
  return (
    <Link
      to="/stations/$id"
      params={{ id: String(pollingStationId) }}
      className="rounded-md text-ink hover:text-ours hover:underline"
    >
      {station}
    </Link>
  )
}
