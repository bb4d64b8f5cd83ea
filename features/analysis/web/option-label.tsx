import { Link } from '@tanstack/react-router'
import { isFile } from '#features/forms/kind-domain.ts'
import { t } from '#kit/web/language.ts'
import { Icon } from '#kit/web/ui/icon.tsx'
import type { AnalysedOption, AnalysedQuestion, AnalysisFilter } from '../contract.ts'
import { say } from '../copy.ts'

export const reportsLook = 'wrap-anywhere whitespace-normal rounded-sm text-ours hover:underline'

/** The options of a question; of one that is answered by files, that there is one. */
export const optionsOf = ({ kind, options }: AnalysedQuestion): readonly AnalysedOption[] =>
  isFile(kind) ? options.map((option) => ({ ...option, text: t(say.withFile) })) : options

/** An option, leading to the reports that chose it. */
export function OptionLabel({
  option,
  filter,
}: {
  option: AnalysedOption
  filter: AnalysisFilter
}) {
  const { id, text, isFlagged, isGone } = option
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-1.5">
      {isFlagged && (
        <>
          <Icon name="flag" className="shrink-0 text-alarm" />
          <span className="sr-only">{t(say.flagged)}</span>
        </>
      )}
      <Link
        to="/answers"
        search={{ ...filter, optionId: id }}
        title={t(say.reportsWith, { option: text })}
        className={reportsLook}
      >
        {text}
      </Link>
      {isGone && <span className="text-muted">· {t(say.gone)}</span>}
    </span>
  )
}

/** The same where nothing can be followed. */
export const optionName = ({ text, isFlagged, isGone }: AnalysedOption): string =>
  [isFlagged && `${t(say.flagged)}: ${text}`, !isFlagged && text, isGone && `(${t(say.gone)})`]
    .filter(Boolean)
    .join(' ')
