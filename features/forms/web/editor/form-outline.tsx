import { memo } from 'react'
import { t } from '#kit/web/language.ts'
import { say } from '../../copy.ts'
import { useActs } from './form-editor-acts.ts'
import { type Draft, type DraftSection, sectionName } from './form-parts.ts'
import { type Errors, errorsIn } from './form-problems.ts'

type Props = {
  readonly draft: Draft
  readonly errors: Errors
  /** Called when the user selects an entry. */
  readonly onGo?: () => void
}

/** An overview of the form, with links into it. */
export const FormOutline = memo(({ draft, errors, onGo }: Props) => (
  <nav aria-label={t(say.outline)} className="grid gap-4">
    {draft.sections.map((section, index) => (
      <SectionOutline
        key={section.key}
        section={section}
        name={sectionName(section, index + 1)}
        errors={errors}
        onGo={onGo}
      />
    ))}
  </nav>
))

type SectionProps = {
  readonly section: DraftSection
  readonly name: string
  readonly errors: Errors
  readonly onGo: (() => void) | undefined
}

const SectionOutline = memo(({ section, name, errors, onGo }: SectionProps) => {
  const { goTo } = useActs()
  const go = (key: string) => {
    onGo?.()
    goTo(key)
  }
  return (
    <div className="grid gap-1">
      <button
        type="button"
        onClick={() => go(section.key)}
        className="truncate rounded-md px-1 text-start font-strong hover:text-ours"
      >
        {section.code.trim() || section.description.trim() || t(say.sectionNamed, { name })}
        {section.code.trim() !== '' && (
          <span className="ms-1 font-normal text-muted">{section.description}</span>
        )}
      </button>
      <ul className="flex flex-wrap gap-1">
        {section.questions.map(({ key, code, text, options }, index) => {
          const isWrong = errorsIn(errors, [key, ...options.map((each) => each.key)]).size > 0
          const label = code.trim() || String(index + 1)
          return (
            <li key={key} className="min-w-0">
              <button
                type="button"
                aria-label={t(say.toQuestion, { name: label })}
                title={text}
                onClick={() => go(key)}
                className={`min-w-8 max-w-full truncate rounded-md border px-1 py-px text-small ${isWrong ? 'border-alarm bg-alarm-soft font-strong text-alarm' : 'border-line text-muted hover:border-edge hover:text-ink'}`}
              >
                {label}
              </button>
            </li>
          )
        })}
      </ul>
    </div>
  )
})
