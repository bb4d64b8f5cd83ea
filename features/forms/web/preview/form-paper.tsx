import { t } from '#kit/web/language.ts'
import { usePrinting } from '#kit/web/printing.ts'
import { isSingleChoice, rulesOf } from '../../kind-domain.ts'
import { type Draft, type DraftQuestion, highestOf } from '../editor/form-parts.ts'
import { say } from '../exchange/copy.ts'
import { shownKind, type ValueKind } from '../question-kinds.ts'

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
  const isSeveral = typeof kind === 'number' && !isSingleChoice(kind)
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
      {typeof kind === 'number' ? (
        <Options question={question} />
      ) : (
        <Value kind={kind} question={question} />
      )}
    </div>
  )
}

function Options({ question: { options, kind } }: { question: DraftQuestion }) {
  const isSingle = isSingleChoice(kind)
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

function Value({ kind, question }: { kind: ValueKind; question: DraftQuestion }) {
  if (rulesOf(kind).isScale)
    return (
      <p className="flex gap-4 ps-4">
        {Array.from({ length: highestOf(question) }, (_, at) => (
          <span key={String(at)} className="flex items-center gap-1">
            <Box isRound /> {at + 1}
          </span>
        ))}
      </p>
    )
  const { lines = 1, isWide } = shownKind(kind)
  return (
    <div className="grid gap-1 ps-4">
      {Array.from({ length: lines }, (_, at) => (
        <p key={String(at)} className={`flex items-end gap-2 ${isWide ? '' : 'max-w-64'}`}>
          <Line /> {question.unit}
        </p>
      ))}
    </div>
  )
}
