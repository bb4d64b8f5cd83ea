import { Link } from '@tanstack/react-router'
import type { Copy } from '#kit/contract/copy.ts'
import { t } from '#kit/web/language.ts'
import { areLettersKeys } from '#kit/web/letter-keys.ts'
import { Ago } from '#kit/web/time.tsx'
import { tryWithToast } from '#kit/web/try-with-toast.ts'
import { buttonClass } from '#kit/web/ui/button.tsx'
import { Icon, type IconName } from '#kit/web/ui/icon.tsx'
import { Key } from '#kit/web/ui/key.tsx'
import type { AlertGroup, AlertList as List } from '../contract.ts'
import { happened, say } from './copy.ts'
import { targetOf, useMarkRead } from './use-alerts.ts'

type Props = {
  readonly list: List
  /** A link was followed. */
  readonly onFollow?: () => void
}

/** What happened, by subject; the new ones are marked. */
export function AlertList({ list: { groups, isQuiet }, onFollow }: Props) {
  return (
    <>
      {isQuiet && <p className="px-3 text-small text-muted">{t(say.quiet)}</p>}
      {groups.length === 0 && <p className="px-3 py-2 text-muted">{t(say.none)}</p>}
      <ul className="divide-y divide-line">
        {groups.map((group) => {
          const { path, ...target } = targetOf(group)
          return (
            <li key={path}>
              <Link
                {...target}
                {...(onFollow && { onClick: onFollow })}
                className="flex min-h-11 gap-2 rounded-md px-3 py-2 outline-offset-[-2px] hover:bg-sunken"
              >
                <Line group={group} />
              </Link>
            </li>
          )
        })}
      </ul>
    </>
  )
}

function Line({ group }: { group: AlertGroup }) {
  const { name, at, isNew, counts } = group
  const { icon, label } = kindOf(group)
  return (
    <>
      <Icon name={icon} className="mt-1 text-muted" />
      <span className="min-w-0 flex-1">
        <span className="sr-only">{t(label)}: </span>
        <span className={`wrap-anywhere ${isNew ? 'font-strong' : ''}`}>{name}</span>
        <span className="block text-small text-muted">
          {counts.map(({ kind, count, by }) => t(happened[kind], { count, by })).join(' · ')}
        </span>
      </span>
      <span className="flex shrink-0 items-start gap-2 text-small text-muted">
        <Ago at={at} />
        <span className={`mt-1 size-2 rounded-full ${isNew ? 'bg-ours-fill' : ''}`} />
        {isNew && <span className="sr-only">({t(say.new)})</span>}
      </span>
    </>
  )
}

function kindOf({ observerId, pollingStationId, incidentId }: AlertGroup): {
  readonly icon: IconName
  readonly label: Copy
} {
  if (incidentId !== undefined) return { icon: 'warning', label: say.incident }
  if (observerId === undefined) return { icon: 'place', label: say.station }
  if (pollingStationId === undefined) return { icon: 'person', label: say.observer }
  return { icon: 'list', label: say.report }
}

/** Marks all as read, by one key; nothing where none is new. */
export function ReadAll({ list: { groups, unread } }: Pick<Props, 'list'>) {
  const markRead = useMarkRead()
  const [newest] = groups
  if (!newest || unread === 0) return null
  return (
    <button
      type="button"
      aria-keyshortcuts="r"
      onClick={() => void tryWithToast(() => markRead({ at: newest.at }))}
      className={buttonClass('plain', 'small')}
    >
      <Icon name="check" />
      {t(say.readAll)}
      {areLettersKeys() && (
        <span aria-hidden="true" className="max-sm:hidden">
          <Key>r</Key>
        </span>
      )}
    </button>
  )
}
