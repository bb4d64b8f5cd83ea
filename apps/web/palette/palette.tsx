import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import {
  Autocomplete,
  Collection,
  Dialog,
  Header,
  Input,
  Menu,
  MenuItem,
  MenuSection,
  Modal,
  ModalOverlay,
  TextField,
} from 'react-aria-components'
import type { Snippet } from '#features/search/contract.ts'
import { holds } from '#kit/contract/value/folded.ts'
import { t } from '#kit/web/language.ts'
import { Icon } from '#kit/web/ui/icon.tsx'
import { Key } from '#kit/web/ui/key.tsx'
import { shade } from '#kit/web/ui/overlay/dialog.tsx'
import { isLaterPress } from '#kit/web/ui/overlay/double-click.ts'
import { NumberedName } from '#kit/web/ui/table/numbered-name.tsx'
import type { Command, Group, Opened } from './command.ts'
import { say } from './copy.ts'
import { useCommands } from './use-commands.ts'
import { useFound } from './use-found.ts'

type Props = {
  /** Keys typed before the field had the focus. */
  readonly early: RefObject<string>
  readonly onOpen: (opened: Opened) => void
}

/** Everything to visit, to find and to do, behind one field. */
export function Palette({ early, onOpen }: Props) {
  const [typed, setTyped] = useState('')
  // Inserts letters typed while the palette loaded, after its field has got the focus.
  useEffect(() => setTyped(early.current), [early])
  const wanted = typed.trim()
  const commands = narrowed(useCommands(onOpen), wanted)
  const steady = useSettled(wanted)
  const found = useFound(steady)
  // The user must not choose results of an earlier search while typing. Remove them before the list sets its
  // active line: screen readers would announce a line that is removed later.
  const isOld = steady !== wanted
  const all = isOld ? commands : [...commands, ...found.groups]
  const groups = all.filter((group) => group.commands.length > 0)

  const choose = ({ run }: Command) => {
    // Before its action, so that what it opens is not closed with it.
    onOpen(undefined)
    run()
  }

  const menu = useRef<HTMLDivElement>(null)
  const chooseOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    const lines = groups.flatMap((group) => group.commands)
    const active = menu.current?.querySelector<HTMLElement>('[data-focused]')?.dataset['key']
    const command = lines.find(({ id }) => id === active) ?? lines[0]
    if (!command) return
    event.preventDefault()
    event.stopPropagation()
    choose(command)
  }

  return (
    <ModalOverlay
      isDismissable
      shouldCloseOnInteractOutside={isLaterPress}
      isOpen
      onOpenChange={() => onOpen(undefined)}
      className={`${shade} grid-cols-1 items-start sm:pt-24`}
    >
      <Modal className="flex h-[min(32rem,80dvh)] w-full max-w-xl flex-col rounded-md border border-line bg-raised shadow-floating">
        <Dialog aria-label={t(say.palette)} className="flex min-h-0 flex-col outline-none">
          <Autocomplete inputValue={typed} onInputChange={setTyped}>
            <TextField
              aria-label={t(say.palette)}
              autoFocus
              className="flex items-center gap-3 border-b border-line px-4"
            >
              <Icon name="search" className="text-muted" />
              <Input
                placeholder={t(say.placeholder)}
                // Autocomplete ignores Enter until its next render has made a line active.
                onKeyDownCapture={chooseOnEnter}
                className="h-12 min-w-0 flex-1 bg-transparent text-large outline-none placeholder:text-muted"
              />
              <Key>Esc</Key>
            </TextField>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and its items are never focused. */}
            <div tabIndex={0} className="min-h-0 overflow-auto outline-offset-[-2px]">
              <Menu
                ref={menu}
                aria-label={t(say.palette)}
                items={groups}
                renderEmptyState={() => (
                  <p className="p-4 text-muted">
                    {t(isOld || found.isAsking ? say.searching : say.noneFound)}
                  </p>
                )}
                className="p-1 outline-none"
              >
                {(group) => <Section group={group} onChoose={choose} />}
              </Menu>
            </div>
          </Autocomplete>
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}

type Choosing = { readonly onChoose: (command: Command) => void }

function Section({ group, onChoose }: Choosing & { group: Group }) {
  return (
    <MenuSection>
      <Header className="px-3 pt-2 pb-1 text-small text-muted">
        {t(group.title)}
        {group.hasMore && ` · ${t(say.more)}`}
      </Header>
      <Collection items={group.commands}>
        {(command) => <Line command={command} onChoose={onChoose} />}
      </Collection>
    </MenuSection>
  )
}

function Line({ command, onChoose }: Choosing & { command: Command }) {
  const { text, about, below, icon, keys = [] } = command
  return (
    <MenuItem
      textValue={text}
      onAction={() => onChoose(command)}
      className="flex min-h-9 cursor-pointer items-center gap-3 rounded-md px-3 outline-none focus:bg-ours-soft"
    >
      <Icon name={icon} className="text-muted" />
      <span className="min-w-0 py-1">
        <span className="flex min-w-0 items-baseline gap-3">
          <NumberedName text={text} />
          {about && <span className="shrink-0 text-small text-muted">{about}</span>}
        </span>
        {below && <Below text={below} />}
      </span>
      <span className="ms-auto flex shrink-0 gap-1 max-sm:hidden">
        {keys.map((each) => (
          <Key key={each}>{each}</Key>
        ))}
      </span>
    </MenuItem>
  )
}

/** The second line; the match of a snippet is bold. */
function Below({ text }: { text: string | Snippet }) {
  const { before, match, after } =
    typeof text === 'string' ? { before: text, match: '', after: '' } : text
  return (
    <span title={before + match + after} className="block truncate text-small text-muted">
      {before}
      {match && <mark className="bg-transparent font-strong text-ink">{match}</mark>}
      {after}
    </span>
  )
}

/** The commands that match what was typed. */
const narrowed = (groups: readonly Group[], typed: string): readonly Group[] =>
  groups.map((group) => ({
    ...group,
    commands: group.commands.filter(({ text, words = '' }) => holds(`${text} ${words}`, typed)),
  }))

/** The text once typing pauses (debounced): the server is not asked about every letter. */
function useSettled(text: string): string {
  const [steady, setSteady] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSteady(text), 150)
    return () => clearTimeout(timer)
  }, [text])
  return steady
}
