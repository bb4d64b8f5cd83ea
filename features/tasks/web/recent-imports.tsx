import type { ReactNode } from 'react'
import { t } from '#kit/web/language.ts'
import { Ago } from '#kit/web/time.tsx'
import { tryWithToast } from '#kit/web/try-with-toast.ts'
import { Badge } from '#kit/web/ui/badge.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { Progress } from '#kit/web/ui/feedback/progress.tsx'
import { useConfirm } from '#kit/web/ui/overlay/confirm.tsx'
import type { UndoableImport } from '../contract.ts'
import { say } from '../copy.ts'

/** An import as it is shown; `along`: those of another kind that came with it. */
type ShownImport = UndoableImport & { readonly along?: number; readonly alongRemoved?: number }

/** An item that stays as it is: its name, what distinguishes it, and why. */
export type KeptItem = {
  readonly key: string | number
  readonly name: ReactNode
  readonly about: ReactNode
}

/** A feature's wording for its imports; inapplicable parts are absent. */
type ImportWording<One> = {
  /** Its organisation. */
  readonly from?: (one: One) => string
  readonly did: (one: One) => readonly (string | false)[]
  readonly undone: (one: One) => readonly (string | false)[]
  readonly stays: string
  readonly kept: (one: One) => readonly KeptItem[]
}

type Props<One> = ImportWording<One> & {
  readonly imports: readonly One[]
  readonly about: string
  /** The confirmation before undoing one. */
  readonly confirmation: string
  readonly undo: (sent: { readonly params: Pick<One & ShownImport, 'id'> }) => Promise<unknown>
}

/** The imports of a week, which can be undone for that long; nothing where there are none. */
export function RecentImports<One extends ShownImport>(props: Props<One>) {
  const { imports, about, confirmation, undo } = props
  const { ask, dialog } = useConfirm()
  if (imports.length === 0) return null
  const askAndUndo = async ({ id, fileName }: One) => {
    const isSure = await ask({
      title: t(say.undoImportTitle, { file: fileName }),
      message: confirmation,
      confirm: t(say.undoImport),
      isDeletion: true,
    })
    if (isSure) await tryWithToast(() => undo({ params: { id } }))
  }
  return (
    <Card title={t(say.recentImports)} about={about} className="max-w-3xl">
      <ul aria-label={t(say.recentImports)} className="grid gap-3">
        {imports.map((one) => (
          <li
            key={one.id}
            className="grid gap-2 border-b border-line pb-3 last:border-b-0 last:pb-0"
          >
            <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
              <Heading of={one} words={props} />
              {one.state === 'done' && (
                <Button
                  size="small"
                  onPress={() => void askAndUndo(one)}
                  aria-label={t(say.undoImportOf, { file: one.fileName })}
                >
                  {t(say.undoImport)}
                </Button>
              )}
              {one.state === 'undone' && <Badge>{t(say.importUndone)}</Badge>}
            </div>
            {one.state === 'undoing' && <Undoing of={one} />}
            {one.state === 'undone' && <Outcome of={one} words={props} />}
          </li>
        ))}
      </ul>
      {dialog}
    </Card>
  )
}

const joined = (sentences: readonly (string | false)[]) => sentences.filter(Boolean).join(' ')

function Heading<One extends ShownImport>({ of, words }: { of: One; words: ImportWording<One> }) {
  const { fileName, importedBy, importedAt } = of
  const from = words.from?.(of)
  return (
    <div className="min-w-0 flex-1 basis-48">
      <p className="font-strong wrap-anywhere">{fileName}</p>
      <p className="text-small text-muted wrap-anywhere">
        {from && `${from} · `}
        {importedBy} · <Ago at={importedAt} />
      </p>
      <p className="text-small">{joined(words.did(of))}</p>
    </div>
  )
}

function Undoing({ of }: { of: ShownImport }) {
  const { added, changed, along = 0, removed, restored, alongRemoved = 0, keptCount } = of
  const total = added + changed + along
  return (
    <Progress
      label={t(say.undoingImport)}
      done={Math.min(removed + restored + alongRemoved + keptCount, total)}
      total={total}
      text={t(say.undoingBy, { name: of.undoneBy ?? '' })}
    />
  )
}

/** The result of undoing: items that stay are named, with the reason. */
function Outcome<One extends ShownImport>({ of, words }: { of: One; words: ImportWording<One> }) {
  const kept = words.kept(of)
  const { keptCount, undoneBy } = of
  return (
    <div className="grid gap-1 text-small">
      <p>{joined([t(say.undoneBy, { name: undoneBy ?? '' }), ...words.undone(of)])}</p>
      {kept.length > 0 && (
        <ul aria-label={words.stays} className="grid gap-1 wrap-anywhere">
          {kept.map(({ key, name, about }) => (
            <li key={key}>
              {name} <span className="text-muted">{about}</span>
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
