import { type ReactNode, useState } from 'react'
import { filtersOf, listQuery, useReview } from '#features/answers/web/search.ts'
import { useTotal } from '#features/answers/web/thread-list.tsx'
import { tasks } from '#features/tasks/contract.ts'
import { language, t } from '#kit/web/language.ts'
import { explain } from '#kit/web/problems.ts'
import { useWrite } from '#kit/web/read/api.ts'
import { useDownload } from '#kit/web/read/files.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Downloading } from '#kit/web/ui/feedback/downloading.tsx'
import { toast } from '#kit/web/ui/feedback/toasts.ts'
import { Alert } from '#kit/web/ui/field/field.tsx'
import { Dialog, DialogButtons } from '#kit/web/ui/overlay/dialog.tsx'
import { exports } from '../contract.ts'
import { say } from '../copy.ts'
import { type DownloadChoice, type Format, formats, isLeft } from './wanted.ts'

/** Asks for content and format, then downloads directly; large files run as a background task. */
export function DownloadWindow({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { search, isUrgent } = useReview()
  const total = useTotal() ?? 0
  const { received, start, stop } = useDownload()
  const leave = useWrite(exports.start, { touches: [tasks.list] })
  const filter = { ...filtersOf(search), ...listQuery(search, isUrgent) }

  const take = async ({ what, format }: DownloadChoice) => {
    if (what === 'files') void start(exports.files, { query: { ...filter, language } })
    else if (isLeft({ format, total })) {
      await leave.mutateAsync({ body: { ...filter, what, format, language } })
      toast.success({ title: t(say.beingPrepared), text: t(say.beingPreparedWhere) })
    } else {
      const endpoint = what === 'notes' ? exports.notes : exports.all
      void start(endpoint, { query: { ...filter, language } })
    }
    onClose()
  }

  return (
    <>
      <Downloading received={received} onStop={stop} />
      <Dialog title={t(say.downloadTitle)} isOpen={isOpen} onClose={onClose} width="medium">
        <p>
          {t(say.ofReports, { count: total })}
          {Object.keys(filter).length > 0 && ` ${t(say.asFiltered)}`}
        </p>
        <Choice total={total} isPending={leave.isPending} onTake={take} onClose={onClose}>
          {leave.error && explain(leave.error)}
        </Choice>
      </Dialog>
    </>
  )
}

function Choice({
  total,
  isPending,
  onTake,
  onClose,
  children,
}: {
  total: number
  isPending: boolean
  onTake: (wanted: DownloadChoice) => Promise<void>
  onClose: () => void
  children: ReactNode
}) {
  const [chosen, choose] = useState<Format>(formats[0])
  const isLater = isLeft({ format: chosen.format, total })
  return (
    <>
      <fieldset className="grid gap-1">
        <legend className="sr-only">{t(say.what)}</legend>
        {formats.map((one) => (
          <label
            key={one.id}
            className="flex cursor-pointer items-start gap-3 rounded-md border border-line px-3 py-2 has-checked:border-ours has-checked:bg-ours-soft"
          >
            <input
              type="radio"
              name="format"
              checked={one === chosen}
              onChange={() => choose(one)}
              className="mt-1 size-4 shrink-0 accent-ours"
            />
            <span>
              <span className="block font-strong">{t(one.title)}</span>
              <span className="block text-small text-muted">{t(one.about)}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {isLater && <p className="text-small text-muted">{t(say.preparedLater)}</p>}
      <Alert>{children}</Alert>
      <DialogButtons>
        <Button onPress={onClose}>{t(say.cancel)}</Button>
        <Button
          look="primary"
          isPending={isPending}
          // A refusal is shown above the buttons.
          onPress={() => void onTake(chosen).catch(() => undefined)}
        >
          {t(isLater ? say.prepare : say.download)}
        </Button>
      </DialogButtons>
    </>
  )
}
