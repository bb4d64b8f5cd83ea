import { useQuery } from '@tanstack/react-query'
import { t } from '#kit/web/language.ts'
import { areLettersKeys } from '#kit/web/letter-keys.ts'
import { read } from '#kit/web/read/api.ts'
import { buttonClass } from '#kit/web/ui/button.tsx'
import { Icon, type IconName } from '#kit/web/ui/icon.tsx'
import { Key } from '#kit/web/ui/key.tsx'
import { ButtonMenu, Item } from '#kit/web/ui/overlay/menu.tsx'
import { reviews } from '../../contract.ts'
import type { Review } from '../../review-contract.ts'
import { say } from './copy.ts'
import type { Change } from './use-change.ts'

/** The rarer changes of one report or several. */
export function OtherChanges({
  of: some,
  onChange,
}: {
  of: readonly Pick<Review, 'state' | 'assignee'>[]
  onChange: (change: Change) => void
}) {
  const { data } = useQuery({ ...read(reviews.listReviewers, {}), staleTime: 300_000 })
  const { accounts = [] } = data ?? {}
  return (
    <ButtonMenu label={t(say.others)} button={<Icon name="more" />}>
      {some.some(({ state }) => state !== 'new') && (
        <Item id="new" onAction={() => onChange({ state: 'new' })}>
          {t(say.markNew)}
        </Item>
      )}
      {some.some(({ state }) => state !== 'in-work') && (
        <Item id="in-work" onAction={() => onChange({ state: 'in-work' })}>
          {t(say.markInWork)}
        </Item>
      )}
      {some.some(({ assignee }) => assignee !== null) && (
        <Item id="release" onAction={() => onChange({ assignee: null })}>
          {t(say.release)}
        </Item>
      )}
      {accounts
        .filter((account) => some.some(({ assignee }) => assignee !== account))
        .map((account) => (
          <Item
            key={account}
            id={`assign-${account}`}
            onAction={() => onChange({ assignee: account })}
          >
            {t(say.assignTo, { account })}
          </Item>
        ))}
    </ButtonMenu>
  )
}

type ActProps = {
  /** Its key; undefined: it has none. */
  readonly letter: string | undefined
  readonly icon: IconName
  /** Its words are only read out and shown on hover. */
  readonly isBrief?: boolean
  readonly onPress: () => void
  readonly children: string
}

/** A button with a key, which works while the button is shown. */
export const Act = ({ letter, icon, isBrief = false, onPress, children }: ActProps) => (
  <button
    type="button"
    title={isBrief ? children : undefined}
    aria-keyshortcuts={letter}
    onClick={onPress}
    className={`${buttonClass('plain', 'small')} max-sm:min-w-11`}
  >
    <Icon name={icon} />
    <span className={isBrief ? 'sr-only' : 'max-sm:sr-only'}>{children}</span>
    {letter && areLettersKeys() && (
      <span aria-hidden="true" className="max-sm:hidden">
        <Key>{letter}</Key>
      </span>
    )}
  </button>
)
