import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { read, useWrite } from '#kit/web/api.ts'
import { t } from '#kit/web/language.ts'
import { Ago } from '#kit/web/time.tsx'
import { told } from '#kit/web/told.ts'
import { Badge } from '#kit/web/ui/badge.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { useConfirm } from '#kit/web/ui/confirm.tsx'
import { Progress } from '#kit/web/ui/progress.tsx'
import { type ObserverImport, observers } from '../contract.ts'
import { say } from '../copy.ts'
import { touched } from './use-deleting.tsx'

/** The imports of a week, which can be undone for as long; nothing where there are none. */
export function RecentImports() {
  const { data = [] } = useQuery(read(observers.listImports, {}))
  const { ask, dialog } = useConfirm()
  const write = useWrite(observers.undoImport, { touches: touched })
  if (data.length === 0) return null
  const undo = async ({ id, fileName }: ObserverImport) => {
    const isSure = await ask({
      title: t(say.undoImportTitle, { file: fileName }),
      message: t(say.undoImportConfirmation),
      confirm: t(say.undoImport),
      isDeletion: true,
    })
    if (isSure) await told(() => write.mutateAsync({ params: { id } }))
  }
  return (
    <Card title={t(say.recentImports)} about={t(say.recentImportsAbout)} className="max-w-3xl">
      <ul aria-label={t(say.recentImports)} className="grid gap-3">
        {data.map((one) => (
          <li
            key={one.id}
            className="grid gap-2 border-b border-line pb-3 last:border-b-0 last:pb-0"
          >
            <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
              <Heading of={one} />
              {one.state === 'done' && (
                <Button
                  size="small"
                  onPress={() => void undo(one)}
                  aria-label={t(say.undoImportOf, { file: one.fileName })}
                >
                  {t(say.undoImport)}
                </Button>
              )}
              {one.state === 'undone' && <Badge>{t(say.importUndone)}</Badge>}
            </div>
            {one.state !== 'done' && <Outcome of={one} />}
          </li>
        ))}
      </ul>
      {dialog}
    </Card>
  )
}

function Heading({ of }: { of: ObserverImport }) {
  const { fileName, ngo, importedBy, importedAt, added, changed } = of
  return (
    <div className="min-w-0 flex-1 basis-48">
      <p className="font-strong wrap-anywhere">{fileName}</p>
      <p className="text-small text-muted wrap-anywhere">
        {ngo} · {importedBy} · <Ago at={importedAt} />
      </p>
      <p className="text-small">
        {[
          added > 0 && t(say.importAdded, { count: added }),
          changed > 0 && t(say.importChanged, { count: changed }),
        ]
          .filter(Boolean)
          .join(' ')}
      </p>
    </div>
  )
}

/** How far undoing is, or what came of it: who stays is named, with the reason. */
function Outcome({ of }: { of: ObserverImport }) {
  const { state, added, changed, removed, restored, keptCount, kept, undoneBy } = of
  const total = added + changed
  if (state === 'undoing')
    return (
      <Progress
        label={t(say.undoingImport)}
        done={Math.min(removed + restored + keptCount, total)}
        total={total}
        text={t(say.undoingBy, { name: undoneBy ?? '' })}
      />
    )
  return (
    <div className="grid gap-1 text-small">
      <p>
        {[
          t(say.undoneBy, { name: undoneBy ?? '' }),
          removed > 0 && t(say.importRemoved, { count: removed }),
          restored > 0 && t(say.importRestored, { count: restored }),
          keptCount > 0 && t(say.importKept, { count: keptCount }),
        ]
          .filter(Boolean)
          .join(' ')}
      </p>
      {kept.length > 0 && (
        <ul aria-label={t(say.whoStays)} className="grid gap-1 wrap-anywhere">
          {kept.map(({ observerId, name, phone, why }) => (
            <li key={observerId}>
              <Link
                to="/observatori/profil/$state/id/$observerId"
                params={{ state: 'view', observerId: String(observerId) }}
                className="font-strong"
              >
                {name}
              </Link>{' '}
              <span className="text-muted">{`${phone} · ${t(whyKept[why])}`}</span>
            </li>
          ))}
        </ul>
      )}
      {keptCount > kept.length && (
        <p className="text-muted">{t(say.importKeptMore, { count: keptCount - kept.length })}</p>
      )}
    </div>
  )
}

const whyKept = {
  reported: say.keptReported,
  'signed-in': say.keptSignedIn,
  edited: say.keptEdited,
  'phone-taken': say.keptPhoneTaken,
} as const
