import { t } from '#kit/web/language.ts'
import { areLettersKeys } from '#kit/web/letter-keys.ts'
import { buttonClass } from '#kit/web/ui/button.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import { Key } from '#kit/web/ui/key.tsx'
import { say } from '../copy.ts'

type Props = { readonly count: number; readonly at: number; readonly onNext: () => void }

/** How many answers are flagged, which of them is current, and a button to the next. */
export function FlaggedLine({ count, at, onNext }: Props) {
  const isOne = count === 1
  const words =
    isOne || at < 0
      ? t(say.flaggedCount, { count })
      : t(say.nthFlagged, { nth: String(at + 1), count })
  return (
    <div className="flex items-center gap-2 font-strong text-alarm">
      <Icon name="flag" />
      <span aria-hidden="true" className="text-small sm:hidden lg:inline xl:hidden">
        {isOne || at < 0 ? count : `${at + 1}/${count}`}
      </span>
      <span role="status" className="text-small max-sm:sr-only lg:sr-only xl:not-sr-only">
        {words}
      </span>
      <button
        type="button"
        aria-keyshortcuts="n"
        aria-label={t(isOne ? say.showFlagged : say.toNextFlagged)}
        title={t(isOne ? say.showFlagged : say.toNextFlagged)}
        onClick={onNext}
        className={buttonClass('plain', 'small')}
      >
        {t(isOne ? say.show : say.nextFlagged)}
        {areLettersKeys() && (
          <span aria-hidden="true" className="max-sm:hidden">
            <Key>n</Key>
          </span>
        )}
      </button>
    </div>
  )
}
