import { memo } from 'react'
import { t } from '#kit/web/language.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Checkbox } from '#kit/web/ui/field/checkbox.tsx'
import { Field } from '#kit/web/ui/field/field.tsx'
import { Select } from '#kit/web/ui/field/select.tsx'
import { TextArea } from '#kit/web/ui/field/text-area.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import { say } from '../../copy.ts'
import { addId, useActs } from '../editor/form-editor-acts.ts'
import { type DraftQuestion, hasOptions, type Key } from '../editor/form-parts.ts'
import { type Errors, errorOf, fieldId } from '../editor/form-problems.ts'
import { QuestionLogic } from '../logic/logic-fields.tsx'
import { type DraftKind, offeredKinds } from '../question-kinds.ts'
import { OptionList } from './option-list.tsx'
import { ValueFields } from './value-fields.tsx'

const kindItems = offeredKinds.map(({ kind, name, group }) => ({
  ...{ id: String(kind), text: name, group, kind },
}))

type Props = {
  readonly question: DraftQuestion
  readonly name: string
  readonly errors: Errors
}

/** All editable fields of a question. */
export const QuestionFields = memo(({ question, name, errors }: Props) => {
  const { key, code, text, kind, isRequired, options } = question
  return (
    <div className="grid grid-cols-1 gap-3 px-3 pt-1 pb-3 sm:ps-9">
      <div className="grid gap-3 sm:grid-cols-[8rem_1fr]">
        <Code id={key} code={code} error={errorOf(errors, key, 'code')} />
        <Kind id={key} kind={kind} />
      </div>
      <Text id={key} text={text} error={errorOf(errors, key, 'text')} />
      <Required id={key} isRequired={isRequired} />
      {hasOptions(question) ? (
        <>
          <OptionList question={key} name={name} options={options} errors={errors} />
          <AddOptions question={key} />
        </>
      ) : (
        <ValueFields question={question} errors={errors} />
      )}
      <QuestionLogic question={question} errors={errors} />
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

const Kind = memo(({ id, kind }: { id: Key; kind: DraftKind }) => {
  const { change } = useActs()
  return (
    <Select
      label={t(say.questionType)}
      items={kindItems}
      value={String(kind)}
      onChange={(chosen) => {
        const to = kindItems.find((item) => item.id === chosen)
        if (to) change({ type: 'set question', key: id, to: { kind: to.kind } })
      }}
    />
  )
})

const Required = memo(({ id, isRequired }: { id: Key; isRequired: boolean }) => {
  const { change } = useActs()
  return (
    <Checkbox
      isSelected={isRequired}
      onChange={(to) => change({ type: 'set question', key: id, to: { isRequired: to } })}
    >
      {t(say.isRequired)}
    </Checkbox>
  )
})
