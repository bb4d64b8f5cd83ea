import { useContext } from 'react'
import { Form } from 'react-aria-components'
import { speak } from '#kit/contract/copy.ts'
import type { Words } from '#kit/contract/feature.ts'
import { useForm } from '#kit/web/edit/form.ts'
import { language, t } from '#kit/web/language.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Choice } from '#kit/web/ui/field/choice.tsx'
import { Field } from '#kit/web/ui/field/field.tsx'
import { say } from '../copy.ts'
import { HistoryFilters, useHistorySearch } from './search.ts'
import { InWords } from './words.ts'

const named = (words: Words) =>
  Object.entries(words)
    .map(([id, word]) => ({ id, text: speak(word, language) }))
    .sort((one, other) => one.text.localeCompare(other.text, language))

/** The filters of the list. Their values are in the URL, and another URL resets them. */
export function FilterForm() {
  const { search } = useHistorySearch()
  return <Inputs key={JSON.stringify(search)} />
}

function Inputs() {
  const { acts, subjects } = useContext(InWords)
  const { search, go } = useHistorySearch()
  const form = useForm(HistoryFilters, go, { from: say.momentExpected, to: say.momentExpected })
  return (
    <Form
      role="search"
      aria-label={t(say.filters)}
      validationBehavior="aria"
      validationErrors={form.errors}
      onSubmit={form.submit}
      className="grid items-start gap-3 sm:grid-cols-2 xl:grid-cols-[repeat(5,1fr)_auto]"
    >
      <Field label={t(say.who)} name="actor" defaultValue={search.actor ?? ''} />
      <Choice
        label={t(say.act)}
        name="act"
        items={named(acts)}
        defaultKey={search.act}
        placeholder={t(say.any)}
      />
      <Choice
        label={t(say.subject)}
        name="subject"
        items={named(subjects)}
        defaultKey={search.subject}
        placeholder={t(say.any)}
      />
      <Field
        label={t(say.from)}
        name="from"
        defaultValue={search.from ?? ''}
        placeholder={t(say.momentShape)}
      />
      <Field
        label={t(say.to)}
        name="to"
        defaultValue={search.to ?? ''}
        placeholder={t(say.momentShape)}
      />
      <div className="flex gap-2 xl:mt-[22px]">
        <Button type="submit" look="primary">
          {t(say.filter)}
        </Button>
        <Button onPress={() => void go({})}>{t(say.reset)}</Button>
      </div>
    </Form>
  )
}
