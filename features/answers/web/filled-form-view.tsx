import { useLocation } from '@tanstack/react-router'
import { type RefObject, useEffect } from 'react'
import { say as ofForms } from '#features/forms/copy.ts'
import { AnswerValue, Fault } from '#features/forms/web/answer-value.tsx'
import { FailedCheck } from '#features/forms/web/failed-check.tsx'
import type { Note } from '#features/notes/contract.ts'
import { say as ofNotes } from '#features/notes/copy.ts'
import { NoteFiles } from '#features/notes/web/note-files.tsx'
import { QuestionNotes } from '#features/notes/web/question-notes.tsx'
import { ByTelephone } from '#features/visits/web/by-telephone.tsx'
import { t } from '#kit/web/language.ts'
import { Badge } from '#kit/web/ui/badge.tsx'
import { Loaded } from '#kit/web/ui/feedback/states.tsx'
import { ReadOnlyCheckbox } from '#kit/web/ui/field/checkbox.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import { say } from '../copy.ts'
import { Correction } from './corrections/correction.tsx'
import { type FilledOption, type FilledQuestion, fillIn, leftOver } from './filled-form.ts'
import { anchorOf, leadTo, type useFlagged } from './flagged-answers.ts'
import type { FormTab } from './form-list.ts'
import type { ThreadKey } from './search.ts'
import { Series } from './series/series.tsx'
import { useVersions } from './use-versions.ts'

type Leads = Pick<ReturnType<typeof useFlagged>, 'opensAt' | 'arrival' | 'current'>

type Props = {
  readonly open: ThreadKey
  readonly tab: FormTab
  /** Undefined: they could not be read. */
  readonly notes: readonly Note[] | undefined
  readonly leads: Leads
  /** Answers after this moment are marked. */
  readonly reviewedUntil: Date | undefined
}

/** A form as the observer filled it in, each answer in the words of the version it was given in. */
export function FilledForm({ tab, ...shown }: Props) {
  const { notes, leads } = shown
  const { completed, version } = tab
  return (
    <Loaded query={useVersions(tab)}>
      {(versions) => {
        const sections = (version === undefined ? undefined : versions.get(version)) ?? []
        const own = notes?.filter((note) => note.formId === tab.id)
        const contents = { sections, completed, notes: own }
        const others = leftOver(contents, versions)
        return (
          <div className="px-4 pb-6 sm:px-6">
            {tab.isSeries && <Series open={shown.open} form={tab.id} />}
            {completed.length === 0 && <p className="pt-4 text-muted">{t(say.notAnswered)}</p>}
            {fillIn(contents, versions, version).map((section) => (
              <Part
                key={section.id}
                title={section.title}
                questions={section.questions}
                isBegun={completed.length > 0}
                {...shown}
              />
            ))}
            {others.length > 0 && (
              <Part
                title={t(say.otherQuestions)}
                questions={others}
                isBegun={completed.length > 0}
                {...shown}
              />
            )}
            <ToQuestion opensAt={leads.opensAt} />
          </div>
        )
      }}
    </Loaded>
  )
}

type PartProps = Omit<Props, 'tab'> & {
  readonly title: string
  readonly isBegun: boolean
  readonly questions: readonly FilledQuestion[]
}

function Part({ open, title, questions, isBegun, notes = [], leads, reviewedUntil }: PartProps) {
  const on = ({ id }: FilledQuestion) => notes.filter(({ questionId }) => questionId === id)
  return (
    <section className="pt-4">
      {title && <h3 className="text-large font-strong">{title}</h3>}
      <ol>
        {questions.map((question) => (
          <li
            key={question.id}
            id={anchorOf(question.id)}
            {...(leads.current === anchorOf(question.id) && { 'aria-current': 'true' })}
            className="-mx-4 grid scroll-mb-24 gap-2 border-b border-line px-4 py-3 aria-[current]:shadow-[inset_4px_0_0_var(--color-attention)] sm:-mx-6 sm:px-6"
          >
            <AnsweredQuestion
              question={question}
              isArrival={leads.arrival === anchorOf(question.id)}
              isChanged={isAfter(question.answeredAt, reviewedUntil)}
            />
            {question.isFile && (
              <NoteFiles files={on(question).flatMap((note) => note.attachments)} isAgain />
            )}
            {isBegun && question.correctable && (
              <Correction
                open={open}
                question={question.correctable}
                hasKey={leads.current === anchorOf(question.id)}
              />
            )}
            <QuestionNotes notes={on(question)} isFlagged={question.isFlagged} />
          </li>
        ))}
      </ol>
    </section>
  )
}

const isAfter = (answeredAt: Date | undefined, reviewedUntil: Date | undefined): boolean =>
  answeredAt !== undefined && reviewedUntil !== undefined && answeredAt > reviewedUntil

function AnsweredQuestion({
  question,
  isArrival,
  isChanged,
}: {
  question: FilledQuestion
  isArrival: boolean
  isChanged: boolean
}) {
  const { code, text, version, isFlagged, answeredAt, clerk } = question
  const tone = isFlagged ? 'text-alarm' : answeredAt ? '' : 'text-muted'
  return (
    <fieldset
      tabIndex={-1}
      {...(isArrival && { 'data-arrival': '' })}
      className="grid min-w-0 gap-2 outline-none"
    >
      <legend className={`mb-2 w-full font-strong wrap-anywhere ${tone}`}>
        {code}: {text}
        {isFlagged && <FlaggedWord />}
        <Faults question={question} />
        {isChanged && (
          <span className="ms-2">
            <Badge tone="attention">{t(say.changedSinceReview)}</Badge>
          </span>
        )}
        {version !== undefined && (
          <span className="block text-small font-normal text-muted">
            {t(say.wordedInVersion, { version: String(version) })}
          </span>
        )}
        {clerk && answeredAt && (
          <span className="block text-small font-normal text-muted">
            <ByTelephone clerk={clerk} at={answeredAt} />
          </span>
        )}
      </legend>
      <Answer question={question} />
    </fieldset>
  )
}

/** What the logic of its form says of an answer, or of there being none. */
function Faults({ question }: { question: FilledQuestion }) {
  const { isMissing, isFile, isHidden, failedChecks } = question
  return (
    <>
      {isMissing && (
        <span className="ms-2">
          <Fault>{t(isFile ? ofNotes.expected : say.missing)}</Fault>
        </span>
      )}
      {isHidden && (
        <span className="ms-2">
          <Badge>{t(ofForms.hidden)}</Badge>
        </span>
      )}
      {failedChecks?.map((check) => (
        <span key={check.expression} className="ms-2">
          <FailedCheck check={check} />
        </span>
      ))}
    </>
  )
}

function Answer({ question: { given, options } }: { question: FilledQuestion }) {
  if (given) return <AnswerValue {...given} />
  return (
    <ul className="grid gap-1 ps-1">
      {options.map((option) => (
        <li key={option.id}>
          <AnsweredOption option={option} />
        </li>
      ))}
    </ul>
  )
}

function AnsweredOption({
  option: { text, isChosen, isFlagged, value },
}: {
  option: FilledOption
}) {
  return (
    <ReadOnlyCheckbox isChecked={isChosen} isAlarm={isFlagged}>
      {text}
      {isFlagged && <FlaggedWord />}
      {value !== '' && (
        <span
          className={`mt-1 block border-s-2 ps-3 font-normal wrap-anywhere whitespace-pre-line text-ink ${isFlagged ? 'border-alarm' : 'border-line'}`}
        >
          {value}
        </span>
      )}
    </ReadOnlyCheckbox>
  )
}

function FlaggedWord() {
  return (
    <span className="ms-2 inline-block rounded-md bg-alarm-soft px-2 text-small font-strong whitespace-nowrap text-alarm">
      <Icon name="flag" className="me-1 size-3 align-[-2px]" />
      {t(say.flagged)}
    </span>
  )
}

/** Scrolls to the question in the URL, or the one the report opens at, once it is on the page. */
function ToQuestion({ opensAt }: Pick<Leads, 'opensAt'>) {
  const hash = useLocation({ select: (location) => location.hash })
  useEffect(() => {
    if (hash) leadTo(hash)
  }, [hash])
  useEffect(() => openOnce(opensAt), [opensAt])
  return null
}

/** The focus follows unless the reader has moved it elsewhere meanwhile. */
function openOnce(opensAt: RefObject<string | undefined>): void {
  const anchor = opensAt.current
  opensAt.current = undefined
  if (!anchor) return
  const { activeElement, body } = document
  if (activeElement === null || activeElement === body || activeElement.matches('[data-arrival]'))
    leadTo(anchor)
  else document.getElementById(anchor)?.scrollIntoView({ block: 'nearest' })
}
