import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSingleFlight } from '#kit/web/edit/single-flight.ts'
import { t } from '#kit/web/language.ts'
import { explain } from '#kit/web/problems.ts'
import { read } from '#kit/web/read/api.ts'
import { download } from '#kit/web/read/files.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Loaded } from '#kit/web/ui/feedback/states.tsx'
import { Alert } from '#kit/web/ui/field/field.tsx'
import { Switch } from '#kit/web/ui/field/switch.tsx'
import { Dialog } from '#kit/web/ui/overlay/dialog.tsx'
import { Unsaved } from '#kit/web/ui/overlay/unsaved.tsx'
import type { WholeForm } from '../../contract.ts'
import { type TextToTranslate, translations } from '../../translation-contract.ts'
import { stateOf, translated } from '../../translations/texts-domain.ts'
import { draftOf } from '../editor/form-parts.ts'
import { FormPreview } from '../preview/form-preview.tsx'
import { say } from './copy.ts'
import { ImportTexts } from './import-texts.tsx'
import { languageName } from './language-name.ts'
import { TextRow } from './text-row.tsx'
import { useTranslating, withEdit } from './use-translating.ts'

type Props = {
  readonly form: WholeForm
  /** The language of the form’s own texts. */
  readonly own: string
  readonly language: string
  readonly onRemove: () => void
}

/** The texts of a form beside their translations to a language. */
export function LanguageEditor(props: Props) {
  const { form, language } = props
  const texts = useQuery(read(translations.get, { params: { id: form.id, language } }))
  return <Loaded query={texts}>{(all) => <Editor {...props} texts={all} />}</Loaded>
}

function Editor({
  form,
  own,
  language,
  onRemove,
  texts,
}: Props & { readonly texts: readonly TextToTranslate[] }) {
  const { edits, problem, set, fillSame, save } = useTranslating(form, language, texts)
  const { isPending, once } = useSingleFlight()
  const [isOnlyOpen, setOnlyOpen] = useState(false)
  const [open, setOpen] = useState<'preview' | 'import'>()
  const params = { id: form.id, language }
  // By what is stored: a row that is being filled in stays.
  const shown = isOnlyOpen ? texts.filter((text) => stateOf(text.text, text) !== 'done') : texts
  const close = () => setOpen(undefined)
  return (
    <>
      <Unsaved name={languageName(language)} isDirty={edits.size > 0} searchKey="language" />
      <div className="flex flex-wrap items-center gap-2">
        <Switch isSelected={isOnlyOpen} onChange={setOnlyOpen} className="me-auto">
          {t(say.onlyOpen)}
        </Switch>
        <Button size="small" onPress={() => setOpen('preview')}>
          {t(say.preview)}
        </Button>
        <Button size="small" onPress={() => void download(translations.write, { params })}>
          {t(say.download)}
        </Button>
        <Button size="small" onPress={() => setOpen('import')}>
          {t(say.import)}
        </Button>
        <Button size="small" onPress={onRemove}>
          {t(say.remove)}
        </Button>
      </div>
      <Alert>
        {problem &&
          (problem.code === 'thing.changed-meanwhile' ? t(say.conflicts) : explain(problem))}
      </Alert>
      {shown.length === 0 && <p>{t(say.nothingOpen)}</p>}
      <ul aria-label={languageName(language)} className="border-t border-line">
        {shown.map((text) => (
          <TextRow
            key={text.key}
            {...{ text, language, own, set, fillSame }}
            edit={edits.get(text.key)}
          />
        ))}
      </ul>
      <div className="sticky bottom-0 z-10 -mb-8 flex items-center justify-end gap-3 border-t border-line bg-surface px-2 py-2">
        <p role="status" className="text-small text-muted">
          {edits.size > 0 ? t(say.unsaved, { count: edits.size }) : t(say.allSaved)}
        </p>
        <Button
          look="primary"
          isDisabled={edits.size === 0}
          isPending={isPending}
          onPress={() => void once(save)}
        >
          {t(say.save)}
        </Button>
      </div>
      <Dialog title={t(say.preview)} isOpen={open === 'preview'} onClose={close}>
        <div lang={language}>
          <FormPreview
            draft={draftIn(
              form,
              texts.map((text) => withEdit(text, edits.get(text.key))),
            )}
          />
        </div>
      </Dialog>
      {open === 'import' && <ImportTexts {...params} set={set} onClose={close} />}
    </>
  )
}

/** The form as phones would show it. */
function draftIn(form: WholeForm, texts: readonly TextToTranslate[]) {
  const done = texts.filter((text) => stateOf(text.text, text) === 'done')
  const known = new Map(done.map(({ key, to }) => [key, to]))
  const description = known.get(`form-${form.id}-text`) ?? form.description
  return draftOf(
    { ...form, description },
    translated(form.formSections, (key) => known.get(key)),
  )
}
