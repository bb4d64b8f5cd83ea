import { memo } from 'react'
import { t } from '#kit/web/language.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import { Item, RowActions } from '#kit/web/ui/overlay/menu.tsx'
import { SortableList } from '#kit/web/ui/reorder/sortable-list.tsx'
import { say } from '../../copy.ts'
import { addId, selfId, useActs } from '../editor/form-editor-acts.ts'
import {
  type DraftQuestion,
  type DraftSection,
  hasOptions,
  type Key,
  sectionName,
  usedOf,
} from '../editor/form-parts.ts'
import { type Errors, errorsIn } from '../editor/form-problems.ts'
import { kindName } from '../question-kinds.ts'
import { QuestionFields } from './question-fields.tsx'

type Props = {
  readonly section: DraftSection
  /** What the section is called. */
  readonly name: string
  readonly errors: Errors
  readonly unfolded: ReadonlySet<Key>
}

/** A question's name. */
const questionName = ({ code }: DraftQuestion, number: number) => code.trim() || String(number)

/**
 * The approximate height of a question, in pixels: of a long form only the visible part is laid out, so that
 * typing stays fast.
 */
const heightOf = (question: DraftQuestion, unfolded: ReadonlySet<Key>) =>
  unfolded.has(question.key) ? 298 + 40 * usedOf(question).options.length : 42

/** The questions of a section, in their order. */
export const QuestionList = memo(({ section, name, errors, unfolded }: Props) => {
  const { change } = useActs()
  const { key, questions } = section
  const numbers = new Map(questions.map((question, index) => [question, index + 1]))
  const nameOf = (question: DraftQuestion) =>
    t(say.question, { name: questionName(question, numbers.get(question) ?? 0) })

  return (
    <div className="grid grid-cols-1 gap-2">
      {questions.length === 0 && <p className="text-muted">{t(say.noQuestions)}</p>}
      <SortableList
        label={t(say.questionsOf, { name })}
        items={questions}
        keyOf={(question) => question.key}
        nameOf={nameOf}
        onReorder={(keys) => change({ type: 'order', keys })}
        className="space-y-1.5"
      >
        {(question, handle, index) => (
          <div
            style={{ containIntrinsicHeight: `auto ${heightOf(question, unfolded)}px` }}
            className="[content-visibility:auto] rounded-md border border-line bg-raised"
          >
            <div className="flex items-start gap-1 px-1 py-0.5">
              <span className="pt-0.5">{handle}</span>
              <Head
                question={question}
                name={questionName(question, index + 1)}
                isUnfolded={unfolded.has(question.key)}
              />
            </div>
            {unfolded.has(question.key) && (
              <QuestionFields
                question={question}
                name={questionName(question, index + 1)}
                errors={errorsIn(errors, [
                  question.key,
                  ...question.options.map((option) => option.key),
                ])}
              />
            )}
          </div>
        )}
      </SortableList>
      <AddQuestion section={key} />
    </div>
  )
})

const AddQuestion = memo(({ section }: { section: Key }) => {
  const { addQuestion } = useActs()
  return (
    <Button
      id={addId(section)}
      look="clear"
      className="justify-self-start"
      onPress={() => addQuestion(section)}
    >
      <Icon name="plus" />
      {t(say.addQuestion)}
    </Button>
  )
})

type HeadProps = {
  readonly question: DraftQuestion
  readonly name: string
  readonly isUnfolded: boolean
}

/** The line of a collapsed question. */
const Head = memo(({ question, name, isUnfolded }: HeadProps) => {
  const { unfold } = useActs()
  const { key, code, text, options } = question
  const isFlagged = options.some((option) => option.isFlagged)
  const words = [code.trim(), text.trim()].filter((word) => word !== '').join(' - ')
  return (
    <>
      <h4 className="min-w-0 flex-1">
        <button
          type="button"
          id={selfId(key)}
          aria-expanded={isUnfolded}
          onClick={() => unfold(key, !isUnfolded)}
          className="flex min-h-9 w-full items-center gap-2 rounded-md px-1 py-1 text-start outline-offset-[-2px] hover:bg-sunken max-sm:min-h-11"
        >
          <Icon name={isUnfolded ? 'down' : 'next'} className="text-muted" />
          <span
            className={
              isUnfolded ? 'min-w-0 flex-1 font-strong wrap-anywhere' : 'min-w-0 flex-1 truncate'
            }
          >
            {words || <span className="text-muted">{t(say.newQuestion)}</span>}
          </span>
          {isFlagged && (
            <>
              <Icon name="flag" className="text-alarm" />
              <span className="sr-only">{t(say.flagged)}</span>
            </>
          )}
          <span className="text-small text-muted max-sm:hidden">
            {hasOptions(question)
              ? t(say.optionCount, { count: options.length })
              : kindName(question.kind)}
          </span>
        </button>
      </h4>
      <span className="pt-1">
        <RowActions name={t(say.question, { name })}>
          <MenuItems question={key} />
        </RowActions>
      </span>
    </>
  )
})

/** Rendered when the menu opens: with the sections of that moment. */
function MenuItems({ question }: { question: Key }) {
  const { change, duplicate, remove, sectionsBeside } = useActs()
  return (
    <>
      <Item id="duplicate" icon="plus" onAction={() => duplicate(question)}>
        {t(say.duplicate)}
      </Item>
      {sectionsBeside(question).map(({ section, number }) => (
        <Item
          key={section.key}
          id={section.key}
          icon="next"
          onAction={() => change({ type: 'move question', key: question, section: section.key })}
        >
          {t(say.moveToSection, { name: sectionName(section, number) })}
        </Item>
      ))}
      <Item id="delete" icon="trash" isDanger onAction={() => remove(question)}>
        {t(say.delete)}
      </Item>
    </>
  )
}
