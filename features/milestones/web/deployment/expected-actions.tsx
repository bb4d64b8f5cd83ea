import { Phone } from '#features/observers/web/phone.tsx'
import { t } from '#kit/web/language.ts'
import { buttonClass, IconButton } from '#kit/web/ui/button.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import { Item, RowActions } from '#kit/web/ui/overlay/menu.tsx'
import type { Expected } from '../../contract.ts'
import { say } from '../../copy.ts'
import { ExpectedItems } from './expected-items.tsx'
import type { ExpectedActs } from './use-expected-acts.tsx'

/** The acts on an expected observer. */
export type Actable = {
  readonly may: { readonly change: boolean; readonly write: boolean }
  readonly acts: ExpectedActs
  /** Filters the list by observer or station; absent without a list. */
  readonly narrow?: (row: Expected, to: 'observer' | 'station') => void
}

/** To call and to write, as the most frequent acts; the others are in a menu. */
export function ExpectedActions({ row, may, acts, narrow }: Actable & { row: Expected }) {
  const name = row.observerName
  const call = (
    <Phone phone={row.observerPhone} className={buttonClass('plain', 'small')}>
      <Icon name="phone" />
      <span className="sr-only">{t(say.callOf, { name })}</span>
      <span aria-hidden="true">{t(say.call)}</span>
    </Phone>
  )
  return (
    <span className="flex items-center gap-1">
      {may.write && (
        <IconButton
          icon="send"
          label={t(say.writeTo, { name })}
          onPress={() => acts.write([row])}
        />
      )}
      {!may.change && !narrow ? (
        call
      ) : (
        <RowActions name={name} main={call}>
          {may.change && <ExpectedItems row={row} acts={acts} />}
          {narrow && (
            <>
              <Item id="only-observer" icon="filter" onAction={() => narrow(row, 'observer')}>
                {t(say.onlyObserver)}
              </Item>
              <Item id="only-station" icon="filter" onAction={() => narrow(row, 'station')}>
                {t(say.onlyStation)}
              </Item>
            </>
          )}
        </RowActions>
      )}
    </span>
  )
}
