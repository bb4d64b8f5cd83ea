import { t } from '#kit/web/language.ts'
import { usePrinting } from '#kit/web/printing.ts'
import { type Draft, type DraftQuestion, hasOptions } from '../editor/form-parts.ts'
import { say } from '../exchange/copy.ts'

/** The form on paper, while the page is printed: boxes to tick and lines to write on. */
export function FormPaper({ draft }: { draft: Draft }) {
  if (!usePrinting()) return null
  return (
    <div className="hidden gap-4 p-4 print:grid">
      <Blank label={t(say.paperStation)} />
      <div className="grid grid-cols-2 gap-4">
        <Blank label={t(say.paperObserver)} />
        <Blank label={t(say.paperTime)} />
      </div>
      <p className="text-small">{t(say.requiredMark)}</p>
      {draft.sections.map(({ key, description, questions }) => (
        <section key={key} className="grid gap-3">
          {description && <h2 className="text-large font-strong">{description}</h2>}
          {questions.map((question) => (
            <Question key={question.key} question={question} />
          ))}
        </section>
      ))}
    </div>
  )
}

const Blank = ({ label }: { label: string }) => (
  <p className="flex items-end gap-2">
    {label} <Line />
  </p>
)

const Line = () => <span className="h-6 flex-1 border-b border-edge" />

function Question({ question }: { question: DraftQuestion }) {
  const { code, text, hint, isRequired, kind } = question
  const isSeveral = kind === 0 || kind === 3
  return (
    <div className="grid break-inside-avoid gap-1">
      <p>
        <strong className="font-strong">
          {code} {text}
          {isRequired && ' *'}
        </strong>
        {isSeveral && ` (${t(say.severalOptions)})`}
      </p>
      {hint && <p className="text-small">{hint}</p>}
      {hasOptions(question) ? <Options question={question} /> : <Value question={question} />}
    </div>
  )
}

function Options({ question: { options, kind } }: { question: DraftQuestion }) {
  const isSingle = kind === 1 || kind === 2
  return (
    <ul className="grid gap-1 ps-4">
      {options.map(({ key, text, isFreeText }) => (
        <li key={key} className="flex items-end gap-2">
          <Box isRound={isSingle} /> {text} {isFreeText && <Line />}
        </li>
      ))}
    </ul>
  )
}

const Box = ({ isRound = false }: { isRound?: boolean }) => (
  <span
    className={`mb-0.5 inline-block size-4 shrink-0 border border-ink ${isRound ? 'rounded-[8px]' : ''}`}
  />
)

function Value({ question: { kind, max, unit } }: { question: DraftQuestion }) {
  if (kind === 'rating')
    return (
      <p className="flex gap-4 ps-4">
        {Array.from({ length: max ?? 5 }, (_, at) => (
          <span key={String(at)} className="flex items-center gap-1">
            <Box isRound /> {at + 1}
          </span>
        ))}
      </p>
    )
  const lines = kind === 'text' ? 4 : 1
  return (
    <div className="grid gap-1 ps-4">
      {Array.from({ length: lines }, (_, at) => (
        <p key={String(at)} className={`flex items-end gap-2 ${widthOf(kind)}`}>
          <Line /> {unit}
        </p>
      ))}
    </div>
  )
}

const widthOf = (kind: DraftQuestion['kind']) =>
  kind === 'line' || kind === 'text' || kind === 'file' ? '' : 'max-w-64'
