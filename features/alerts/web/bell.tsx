import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { locale, t } from '#kit/web/language.ts'
import { Icon } from '#kit/web/ui/icon.tsx'
import { Sheet, sheetLineClass } from '#kit/web/ui/overlay/sheet.tsx'
import type { AlertList as List } from '../contract.ts'
import { say as words } from '../copy.ts'
import { AlertList, ReadAll } from './alert-list.tsx'
import { say } from './copy.ts'
import { useAlerts, useReadWithPage } from './use-alerts.ts'

type Props = {
  /** The number of flagged reports that the user has not opened; undefined while it loads. */
  readonly unseen: number | undefined
  /** Hears how many alerts are new, except in quiet hours. */
  readonly onCount: (count: number) => void
}

/** The number of new alerts, on a button that opens their list. */
export function Bell({ unseen, onCount }: Props) {
  const { data } = useAlerts()
  useReadWithPage(data)
  const count = data?.unread ?? 0
  const unread = data?.isQuiet ? 0 : data?.unread
  useEffect(() => {
    if (unread !== undefined) onCount(unread)
  }, [unread, onCount])
  const button = (
    <span className="relative grid">
      <Icon name="bell" />
      {count > 0 && (
        <span className="absolute -end-2 -top-2 rounded-[10px] bg-attention px-1 text-small leading-none font-strong text-on-attention tabular-nums">
          {count.toLocaleString(locale)}
        </span>
      )}
    </span>
  )
  return (
    <Sheet
      label={count > 0 ? t(say.bellNew, { count }) : t(words.alerts)}
      button={button}
      side="end"
    >
      {(close, isOpen) => isOpen && data && <Opened list={data} unseen={unseen} onFollow={close} />}
    </Sheet>
  )
}

const Opened = ({
  list,
  unseen = 0,
  onFollow,
}: {
  list: List
  unseen: number | undefined
  onFollow: () => void
}) => (
  <section
    aria-label={t(words.alerts)}
    className="grid w-[min(26rem,calc(100vw-2rem))] grid-cols-1 gap-1"
  >
    <div className="flex min-h-10 flex-wrap items-center justify-between gap-2 px-3 py-1">
      <h2 className="font-strong">{t(words.alerts)}</h2>
      <ReadAll list={list} />
    </div>
    <AlertList list={list} onFollow={onFollow} />
    <div className="border-t border-line pt-1">
      {unseen > 0 && (
        <Link
          to="/answers"
          search={{ urgente: true, unseen: true }}
          onClick={onFollow}
          className={sheetLineClass}
        >
          <Icon name="flag" className="text-alarm" />
          {t(say.unseen, { count: unseen })}
        </Link>
      )}
      <Link to="/settings/alerts" onClick={onFollow} className={`${sheetLineClass} text-ours`}>
        {t(say.all)}
      </Link>
    </div>
  </section>
)
