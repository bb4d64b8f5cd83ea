import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { RecentImports } from '#features/tasks/web/recent-imports.tsx'
import { t } from '#kit/web/language.ts'
import { read, useWrite } from '#kit/web/read/api.ts'
import { type ObserverImport, observers } from '../../contract.ts'
import { say } from '../../copy.ts'
import { touched } from '../list/use-deleting.tsx'
import { Phone } from '../phone.tsx'

/** The imports of observers of a week, which can be undone for that long. */
export function RecentObserverImports() {
  const { data = [] } = useQuery(read(observers.listImports, {}))
  const write = useWrite(observers.undoImport, { touches: touched })
  return (
    <RecentImports
      imports={data}
      about={t(say.recentImportsAbout)}
      confirmation={t(say.undoImportConfirmation)}
      undo={write.mutateAsync}
      from={({ ngo }) => ngo}
      did={({ added, changed }) => [
        added > 0 && t(say.importAdded, { count: added }),
        changed > 0 && t(say.importChanged, { count: changed }),
      ]}
      undone={({ removed, restored, keptCount }) => [
        removed > 0 && t(say.importRemoved, { count: removed }),
        restored > 0 && t(say.importRestored, { count: restored }),
        keptCount > 0 && t(say.importKept, { count: keptCount }),
      ]}
      stays={t(say.whoStays)}
      kept={keptOf}
    />
  )
}

const keptOf = ({ kept }: ObserverImport) =>
  kept.map(({ observerId, name, phone, why }) => ({
    key: observerId,
    name: (
      <Link
        to="/observatori/profil/$state/id/$observerId"
        params={{ state: 'view', observerId: String(observerId) }}
        className="font-strong"
      >
        {name}
      </Link>
    ),
    about: (
      <>
        <Phone phone={phone} className="hover:text-ours hover:underline" /> · {t(whyKept[why])}
      </>
    ),
  }))

const whyKept = {
  reported: say.keptReported,
  'signed-in': say.keptSignedIn,
  edited: say.keptEdited,
  'phone-taken': say.keptPhoneTaken,
} as const
