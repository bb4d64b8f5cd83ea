import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { holds } from '#kit/contract/value/folded.ts'
import { t } from '#kit/web/language.ts'
import { read } from '#kit/web/read/api.ts'
import { TextArea } from '#kit/web/ui/field/text-area.tsx'
import { comments, type Subject } from '../contract.ts'
import { type Beginning, beginningAt, completed } from '../domain.ts'
import { say } from './copy.ts'

const maxLength = 2000
/** The most accounts offered at once: typing more letters finds the others. */
const mostOffered = 6

type Props = {
  readonly on: Subject
  readonly value: string
  readonly onChange: (text: string) => void
}

/** The field for a comment: `@` offers the accounts that see its subject. */
export function MentionField({ on: subject, value, onChange }: Props) {
  const frame = useRef<HTMLDivElement>(null)
  const listId = useId()
  const [beginning, setBeginning] = useState<Beginning>()
  const [active, setActive] = useState(0)
  const offered = useOffered(subject, beginning)
  const chosen = offered[active]

  const area = () => frame.current?.querySelector('textarea') ?? undefined
  const look = (text: string) => {
    setBeginning(beginningAt(text, area()?.selectionStart ?? text.length))
    setActive(0)
  }
  const take = (account: string) => {
    if (!beginning) return
    const { text, caret } = completed(value, beginning, account)
    flushSync(() => {
      onChange(text)
      setBeginning(undefined)
    })
    area()?.setSelectionRange(caret, caret)
  }
  const keys: Readonly<Record<string, () => void>> = {
    ArrowDown: () => setActive((active + 1) % offered.length),
    ArrowUp: () => setActive((active + offered.length - 1) % offered.length),
    Enter: () => chosen !== undefined && take(chosen),
    Tab: () => chosen !== undefined && take(chosen),
    Escape: () => setBeginning(undefined),
  }
  const press = (event: KeyboardEvent) => {
    const act = keys[event.key]
    if (!act || offered.length === 0 || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    event.stopPropagation()
    act()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the field within.
    <div
      ref={frame}
      onKeyDownCapture={press}
      onBlur={() => setBeginning(undefined)}
      className="grid w-full"
    >
      <TextArea
        label={t(say.yours)}
        description={t(say.howToMention)}
        value={value}
        onChange={(text) => {
          onChange(text)
          look(text)
        }}
        onSelect={({ currentTarget }) => look(currentTarget.value)}
        rows={2}
        maxLength={maxLength}
        aria-autocomplete="list"
        {...(chosen !== undefined && {
          'aria-controls': listId,
          'aria-activedescendant': `${listId}-${active}`,
        })}
      />
      <p role="status" className="sr-only">
        {offered.length > 0 && t(say.offered, { count: offered.length })}
      </p>
      {offered.length > 0 && (
        <Offered id={listId} accounts={offered} active={active} onTake={take} />
      )}
    </div>
  )
}

/** The accounts that fit what is typed after the `@`. */
function useOffered(subject: Subject, beginning: Beginning | undefined): readonly string[] {
  const { data } = useQuery({
    ...read(comments.listMentionable, { query: subject }),
    staleTime: 60_000,
    enabled: beginning !== undefined,
  })
  if (!beginning || !data) return []
  return data.accounts.filter((one) => holds(one, beginning.typed)).slice(0, mostOffered)
}

const Offered = ({
  id,
  accounts,
  active,
  onTake,
}: {
  id: string
  accounts: readonly string[]
  active: number
  onTake: (account: string) => void
}) => (
  <div
    id={id}
    role="listbox"
    aria-label={t(say.mentionable)}
    className="rounded-md border border-line bg-raised p-1 shadow-floating"
  >
    {accounts.map((account, at) => (
      // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus, and names the active one.
      // biome-ignore lint/a11y/useKeyWithClickEvents: the field's keys choose.
      <div
        key={account}
        id={`${id}-${at}`}
        role="option"
        aria-selected={at === active}
        // A press must not take the focus from the field.
        onPointerDown={(event) => event.preventDefault()}
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => onTake(account)}
        className={`flex min-h-8 cursor-pointer items-center rounded-md px-3 wrap-anywhere max-sm:min-h-11 ${at === active ? 'bg-ours-soft' : 'hover:bg-sunken'}`}
      >
        {account}
      </div>
    ))}
  </div>
)
