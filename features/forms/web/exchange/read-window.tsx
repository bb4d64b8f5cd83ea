import { type ReactNode, useRef, useState } from 'react'
import { Problem } from '#kit/contract/problem.ts'
import { t } from '#kit/web/language.ts'
import { explain } from '#kit/web/problems.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Alert } from '#kit/web/ui/field/field.tsx'
import { FileField } from '#kit/web/ui/field/file-field.tsx'
import { Dialog, DialogButtons } from '#kit/web/ui/overlay/dialog.tsx'
import { say } from './copy.ts'

type Props<Found> = {
  readonly title: string
  readonly about: string
  /** File names end in one of these. */
  readonly endings: readonly string[]
  /** Fails with a problem; `request.invalid` is shown as `notRead`. */
  readonly read: (file: File) => Promise<Found>
  readonly notRead: string
  readonly children: (found: Found) => ReactNode
  /** The act that uses what was found. */
  readonly act: string
  readonly isUsable: (found: Found) => boolean
  readonly onUse: (found: Found) => void
  readonly onClose: () => void
}

/** Reads a file, shows what was found in it, and hands it on. */
export function ReadWindow<Found>({ title, about, endings, read, ...props }: Props<Found>) {
  const { notRead, children, act, isUsable, onUse, onClose } = props
  const [file, setFile] = useState<File>()
  const latest = useRef<File>(undefined)
  const [found, setFound] = useState<Found>()
  const [fault, setFault] = useState<string>()

  const choose = async (chosen: File | undefined) => {
    latest.current = chosen
    setFile(chosen)
    setFound(undefined)
    setFault(undefined)
    if (!chosen) return
    const reply = await read(chosen).catch((failure: unknown) => {
      if (failure instanceof Problem) return failure
      throw failure
    })
    // The reply to an earlier file may come after it.
    if (latest.current !== chosen) return
    if (!(reply instanceof Problem)) setFound(reply)
    else setFault(reply.code === 'request.invalid' ? notRead : explain(reply))
  }
  const use = () => {
    if (found === undefined) return
    onUse(found)
    onClose()
  }
  return (
    <Dialog title={title} isOpen onClose={onClose} width="medium">
      <FileField
        label={t(say.file)}
        description={about}
        endings={endings}
        file={file}
        onChange={(chosen) => void choose(chosen)}
      />
      <Alert>{fault}</Alert>
      {found !== undefined && (
        <div role="status" className="grid gap-2">
          {children(found)}
        </div>
      )}
      <DialogButtons>
        <Button onPress={onClose}>{t(say.cancel)}</Button>
        <Button look="primary" isDisabled={found === undefined || !isUsable(found)} onPress={use}>
          {act}
        </Button>
      </DialogButtons>
    </Dialog>
  )
}
