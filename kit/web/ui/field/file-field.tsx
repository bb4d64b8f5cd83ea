import { type DragEvent, useId, useRef, useState } from 'react'
import { t } from '#kit/web/language.ts'
import { sizeOf } from '#kit/web/read/files.ts'
import { buttonClass, IconButton } from '../button.tsx'
import { say } from '../copy.ts'
import { Icon } from '../icon.tsx'
import { type Around, fieldClass, labelClass } from './field.tsx'

type Props = Around & {
  readonly file: File | undefined
  readonly onChange: (file: File | undefined) => void
  /** The accepted extensions, as `.csv`; none: every file. */
  readonly endings?: readonly string[]
  readonly error?: string | undefined
  readonly isDisabled?: boolean
}

/** One file, chosen with a button or dropped. An unsuitable one is refused with a reason. */
export function FileField({ label, description, className = '', ...props }: Props) {
  const { file, onChange, endings = [], error, isDisabled = false } = props
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const [isRefused, setRefused] = useState(false)
  const problem = isRefused ? t(say.wrongFile, { kinds: endings.join(', ') }) : error

  const take = (chosen: File | undefined) => {
    const fits = !chosen || hasEnding(chosen.name, endings)
    setRefused(!fits)
    if (fits) onChange(chosen)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    if (!isDisabled && event.dataTransfer.files[0]) take(event.dataTransfer.files[0])
  }

  return (
    <div className={`${fieldClass} ${className}`}>
      <label htmlFor={id} className={labelClass}>
        {label}
      </label>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is beside the button, which everybody can press. */}
      <div
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        className={`flex min-h-14 flex-wrap items-center gap-3 rounded-md border border-dashed px-3 py-2 ${isOver && !isDisabled ? 'border-ours bg-ours-soft' : 'border-edge'} ${isDisabled ? 'opacity-50' : ''}`}
      >
        <input
          ref={input}
          id={id}
          type="file"
          accept={endings.join(',')}
          disabled={isDisabled}
          aria-describedby={`${id}-more`}
          aria-invalid={problem !== undefined}
          onChange={(event) => {
            take(event.currentTarget.files?.[0])
            // Choosing the same file again, after correcting it, is a change too.
            event.currentTarget.value = ''
          }}
          className="peer sr-only"
        />
        <span
          aria-hidden="true"
          onClick={() => input.current?.click()}
          className={`${buttonClass('plain')} cursor-pointer peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-ours`}
        >
          {t(say.chooseFile)}
        </span>
        {file ? (
          <Chosen file={file} onRemove={() => take(undefined)} />
        ) : (
          <span className="text-small text-muted">{t(say.dropFile)}</span>
        )}
      </div>
      <p id={`${id}-more`} className={`text-small ${problem ? 'text-alarm' : 'text-muted'}`}>
        {problem ?? description}
      </p>
    </div>
  )
}

function Chosen({ file, onRemove }: { file: File; onRemove: () => void }) {
  return (
    <span role="status" className="flex min-w-0 items-center gap-2">
      <Icon name="file" className="text-muted" />
      <span className="truncate">{file.name}</span>
      <span className="shrink-0 text-small text-muted">{sizeOf(file.size)}</span>
      <IconButton icon="cross" label={t(say.removeFile, { name: file.name })} onPress={onRemove} />
    </span>
  )
}

const hasEnding = (name: string, endings: readonly string[]) =>
  endings.length === 0 || endings.some((ending) => name.toLowerCase().endsWith(ending))
