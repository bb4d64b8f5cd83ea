import { memo } from 'react'
import { t } from '#kit/web/language.ts'
import { Button, IconButton } from '#kit/web/ui/button.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import { SortableList } from '#kit/web/ui/reorder/sortable-list.tsx'
import { say } from '../../copy.ts'
import { EditorTools } from '../editor/editor-tools.tsx'
import { addId, selfId, useActs } from '../editor/form-editor-acts.ts'
import { type Draft, type DraftSection, type Key, sectionName } from '../editor/form-parts.ts'
import { type Errors, errorOf, fieldId, form } from '../editor/form-problems.ts'
import { SectionLogic } from '../logic/logic-fields.tsx'
import { QuestionList } from './question-list.tsx'
import { type Named, TitleAndCode } from './title-and-code.tsx'

type Props = {
  readonly draft: Draft
  /** The deferred draft, for panes that need not keep up with typing. */
  readonly shown: Draft
  readonly errors: Errors
  readonly unfolded: ReadonlySet<Key>
}

/** The sections of the form, in their order. */
export function SectionList({ draft, shown, errors, unfolded }: Props) {
  const { change } = useActs()
  const { sections } = draft
  const numberOf = (section: DraftSection) => sections.indexOf(section) + 1
  const error = errorOf(errors, form, 'sections')
  return (
    <div className="grid grid-cols-1 gap-3">
      <EditorTools shown={shown} errors={errors} unfolded={unfolded} />
      <SortableList
        label={t(say.sections)}
        items={sections}
        keyOf={({ key }) => key}
        nameOf={(section) => t(say.sectionNamed, { name: sectionName(section, numberOf(section)) })}
        onReorder={(keys) => change({ type: 'order', keys })}
        className="grid grid-cols-1 gap-4"
      >
        {(section, handle, index) => (
          <section
            aria-labelledby={selfId(section.key)}
            className="grid grid-cols-1 gap-3 rounded-md border border-line bg-surface p-3 sm:p-4"
          >
            <div className="flex items-center gap-2">
              {handle}
              <SectionHead
                id={section.key}
                name={sectionName(section, index + 1)}
                about={section.description.trim()}
              />
            </div>
            <SectionMarks
              id={section.key}
              code={section.code}
              description={section.description}
              codeError={errorOf(errors, section.key, 'code')}
              titleError={errorOf(errors, section.key, 'description')}
            />
            <SectionLogic section={section} errors={errors} />
            <QuestionList
              section={section}
              name={sectionName(section, index + 1)}
              errors={errors}
              unfolded={unfolded}
            />
          </section>
        )}
      </SortableList>
      <div className="grid justify-items-start gap-1">
        <AddSection />
        {error && (
          <p role="alert" id={fieldId(form, 'sections')} tabIndex={-1} className="text-alarm">
            {error}
          </p>
        )}
      </div>
    </div>
  )
}

const AddSection = memo(() => {
  const { addSection } = useActs()
  return (
    <Button id={addId(form)} onPress={addSection}>
      <Icon name="plus" />
      {t(say.addSection)}
    </Button>
  )
})

/** The heading above a section's fields, beside its handle. */
const SectionHead = memo(({ id, name, about }: { id: Key; name: string; about: string }) => {
  const { remove } = useActs()
  return (
    <>
      <h3
        id={selfId(id)}
        tabIndex={-1}
        className="min-w-0 flex-1 truncate font-strong outline-none"
      >
        {t(say.sectionNamed, { name })}
        {about !== name && <span className="ms-2 font-normal text-muted">{about}</span>}
      </h3>
      <IconButton icon="trash" label={t(say.deleteSection, { name })} onPress={() => remove(id)} />
    </>
  )
})

const SectionMarks = memo((named: Named & { readonly id: Key }) => (
  <div className="grid gap-3 sm:grid-cols-[1fr_9rem]">
    <TitleAndCode {...named} />
  </div>
))
