import { memo } from 'react'
import { t } from '#kit/web/language.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Field } from '#kit/web/ui/field/field.tsx'
import { Select } from '#kit/web/ui/field/select.tsx'
import { TextArea } from '#kit/web/ui/field/text-area.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import { QuestionType } from '../../contract.ts'
import { say } from '../../copy.ts'
import { addId, useActs } from '../editor/form-editor-acts.ts'
import type { DraftQuestion, Key } from '../editor/form-parts.ts'
import { type Errors, errorOf, fieldId } from '../editor/form-problems.ts'
import { OptionList } from './option-list.tsx'

const types = [
  { id: '1', text: t(say.singleChoice) },
  { id: '0', text: t(say.multipleChoice) },
  { id: '2', text: t(say.singleChoiceText) },
  { id: '3', text: t(say.multipleChoiceText) },
] as const

type Props = {
  readonly question: DraftQuestion
  readonly name: string
  readonly errors: Errors
}

/** All editable fields of a question. */
export const QuestionFields = memo(({ question, name, errors }: Props) => {
  const { key, code, text, questionType, options } = question
  return (
    <div className="grid grid-cols-1 gap-3 px-3 pt-1 pb-3 sm:ps-9">
      <div className="grid gap-3 sm:grid-cols-[8rem_1fr]">
        <Code id={key} code={code} error={errorOf(errors, key, 'code')} />
        <Type id={key} type={questionType} />
      </div>
      <Text id={key} text={text} error={errorOf(errors, key, 'text')} />
      <OptionList question={key} name={name} options={options} errors={errors} />
      <AddOptions question={key} />
    </div>
  )
})

const AddOptions = memo(({ question }: { question: Key }) => {
  const { addOption, chooseTexts } = useActs()
  return (
    <div className="flex flex-wrap gap-2">
      <Button id={addId(question)} size="small" onPress={() => addOption(question)}>
        <Icon name="plus" />
        {t(say.addOption)}
      </Button>
      <Button
        size="small"
        className="max-w-full max-sm:h-auto! max-sm:min-h-11 max-sm:whitespace-normal"
        onPress={() => chooseTexts(question)}
      >
        {t(say.addPredefined)}
      </Button>
    </div>
  )
})

type Of = { readonly id: Key; readonly error: string | undefined }

const Code = memo(({ id, code, error }: Of & { code: string }) => {
  const { change } = useActs()
  return (
    <Field
      id={fieldId(id, 'code')}
      label={t(say.code)}
      isRequired
      maxLength={50}
      value={code}
      error={error}
      onChange={(to) => change({ type: 'set question', key: id, to: { code: to } })}
    />
  )
})

const Text = memo(({ id, text, error }: Of & { text: string }) => {
  const { change } = useActs()
  return (
    <TextArea
      id={fieldId(id, 'text')}
      label={t(say.questionText)}
      isRequired
      rows={2}
      value={text}
      error={error}
      onChange={(to) => change({ type: 'set question', key: id, to: { text: to } })}
    />
  )
})

const Type = memo(({ id, type }: { id: Key; type: QuestionType }) => {
  const { change } = useActs()
  return (
    <Select
      label={t(say.questionType)}
      items={types}
      value={types.find((each) => each.id === String(type))?.id ?? null}
      onChange={(chosen) =>
        change({
          type: 'set question',
          key: id,
          to: { questionType: QuestionType.parse(Number(chosen)) },
        })
      }
    />
  )
})
