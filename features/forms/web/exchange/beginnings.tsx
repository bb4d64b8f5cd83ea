import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { language, t } from '#kit/web/language.ts'
import { call, read } from '#kit/web/read/api.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Loaded } from '#kit/web/ui/feedback/states.tsx'
import { Dialog, DialogButtons } from '#kit/web/ui/overlay/dialog.tsx'
import { type FormElsewhere, formFiles, type NewForm } from '../../exchange-contract.ts'
import { nameOf, refused } from '../list/use-form-list.ts'
import { formOf } from '../templates/template.ts'
import { templates } from '../templates/templates.ts'
import { say } from './copy.ts'

type Begin = (form: NewForm) => void

/** What a new form can begin from: a template, or a form of another election. */
export function Beginnings({ onBegin }: { onBegin: Begin }) {
  const [isChoosing, setChoosing] = useState(false)
  return (
    <section
      aria-label={t(say.beginFrom)}
      className="flex flex-wrap items-center gap-2 rounded-md border border-line bg-surface p-4"
    >
      <p className="basis-full text-small text-muted">{t(say.beginFrom)}</p>
      {templates.map((template) => (
        <Button
          key={template.code}
          size="small"
          onPress={() => onBegin(formOf(template, language))}
        >
          {template.title[language]}
        </Button>
      ))}
      <Button size="small" look="bare" onPress={() => setChoosing(true)}>
        {t(say.fromElsewhere)}
      </Button>
      {isChoosing && <Elsewhere onBegin={onBegin} onClose={() => setChoosing(false)} />}
    </section>
  )
}

function Elsewhere({ onBegin, onClose }: { onBegin: Begin; onClose: () => void }) {
  const listed = useQuery(read(formFiles.elsewhere, {}))
  const take = async ({ electionId, id }: FormElsewhere) => {
    try {
      const form = await call(formFiles.copy, { params: { electionId, id } })
      onClose()
      onBegin(form)
    } catch (failure) {
      refused(failure)
    }
  }
  return (
    <Dialog title={t(say.elsewhereTitle)} isOpen onClose={onClose} width="medium">
      <Loaded query={listed}>
        {(forms) => (
          <ul className="grid max-h-96 gap-1 overflow-auto">
            {forms.length === 0 && <li>{t(say.noneElsewhere)}</li>}
            {forms.map((form) => (
              <li key={`${form.electionId} ${form.id}`}>
                <Button look="bare" onPress={() => void take(form)}>
                  {form.election}: {nameOf(form)}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      <DialogButtons>
        <Button onPress={onClose}>{t(say.cancel)}</Button>
      </DialogButtons>
    </Dialog>
  )
}
