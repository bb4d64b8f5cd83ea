import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Copy } from '#kit/contract/copy.ts'
import { t } from '#kit/web/language.ts'
import { useTouch } from '#kit/web/read/api.ts'
import { Ago } from '#kit/web/time.tsx'
import { tryWithToast } from '#kit/web/try-with-toast.ts'
import { Badge } from '#kit/web/ui/badge.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { Progress } from '#kit/web/ui/feedback/progress.tsx'
import { useConfirm } from '#kit/web/ui/overlay/confirm.tsx'
import { say } from './copy.ts'
import type { ImportKind, ShownImport } from './kind.ts'

type Props<One extends ShownImport> = { readonly of: One; readonly kind: ImportKind<One> }

/** The imports of the last week, which can be undone; empty if there are none. */
export function RecentImports<One extends ShownImport>({ kind }: { kind: ImportKind<One> }) {
  const { data = [] } = useQuery(kind.imports)
  const touch = useTouch()
  const { ask, dialog } = useConfirm()
  if (data.length === 0) return null
  const undo = async ({ id, fileName }: One) => {
    const isSure = await ask({
      title: t(say.undoImportTitle, { file: fileName }),
      message: `${t(say.undoImportWhat)} ${kind.undoAbout}`,
      confirm: t(say.undoImport),
      isDeletion: true,
    })
    if (!isSure) return
    await tryWithToast(() => kind.undo({ params: { id } }))
    void touch(...kind.touches)
  }
  return (
    <Card
      title={t(say.recentImports)}
      about={`${t(say.recentImportsAbout)} ${kind.undoAbout}`}
      className="max-w-3xl"
    >
      <ul aria-label={t(say.recentImports)} className="grid gap-3">
        {data.map((one) => (
          <li
            key={one.id}
            className="grid gap-2 border-b border-line pb-3 last:border-b-0 last:pb-0"
          >
            <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
              <Heading of={one} kind={kind} />
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
            {one.state === 'undoing' && <Undoing of={one} />}
            {one.state === 'undone' && <Undone of={one} kind={kind} />}
          </li>
        ))}
      </ul>
      {dialog}
    </Card>
  )
}

/** A sentence with the number of rows, and one with those of another kind; empty if there are none. */
function sentenceOf<One extends ShownImport>(
  { of, kind }: Props<One>,
  sentence: Copy,
  count: number,
  along = 0,
) {
  const what = [
    count > 0 && t(kind.counted(of), { count }),
    along > 0 && kind.countedAlong && t(kind.countedAlong, { count: along }),
  ].filter(Boolean)
  return what.length > 0 && t(sentence, { what: what.join(', ') })
}

function Heading<One extends ShownImport>(props: Props<One>) {
  const { ngo, fileName, importedBy, importedAt, added, along, changed } = props.of
  const did = [
    sentenceOf(props, say.importAdded, added, along),
    sentenceOf(props, say.importChanged, changed),
  ]
  return (
    <div className="min-w-0 flex-1 basis-48">
      <p className="font-strong wrap-anywhere">{fileName}</p>
      <p className="text-small text-muted wrap-anywhere">
        {ngo && `${ngo} · `}
        {importedBy} · <Ago at={importedAt} />
      </p>
      <p className="text-small">{did.filter(Boolean).join(' ')}</p>
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

/** The result of an undo, with the kept items and their reasons. */
function Undone<One extends ShownImport>(props: Props<One>) {
  const { keptCount, undoneBy, removed, alongRemoved, restored } = props.of
  const kept = props.kind.kept(props.of)
  const did = [
    t(say.undoneBy, { name: undoneBy ?? '' }),
    sentenceOf(props, say.importRemoved, removed, alongRemoved),
    sentenceOf(props, say.importRestored, restored),
    keptCount > 0 && t(say.importKept, { count: keptCount }),
  ]
  return (
    <div className="grid gap-1 text-small">
      <p>{did.filter(Boolean).join(' ')}</p>
      {kept.length > 0 && (
        <ul aria-label={t(say.whatStays)} className="grid gap-1 wrap-anywhere">
          {kept.map(({ name, link, about, why }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and two items may share a name.
            <li key={index}>
              <Link {...(link ?? { to: props.kind.list })} className="font-strong">
                {name}
              </Link>{' '}
              {about && <>{about} </>}
              <span className="text-muted">· {t(why)}</span>
            </li>
          ))}
        </ul>
      )}
      {keptCount > kept.length && (
        <p className="text-muted">{t(say.andMore, { count: keptCount - kept.length })}</p>
      )}
    </div>
  )
}
