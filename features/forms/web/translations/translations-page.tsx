import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { id as idOf } from '#kit/contract/value/id.ts'
import { useHasUnsavedWork } from '#kit/web/edit/unsaved-work.ts'
import { t } from '#kit/web/language.ts'
import { call, read, useTouch } from '#kit/web/read/api.ts'
import { tryWithToast } from '#kit/web/try-with-toast.ts'
import { Badge } from '#kit/web/ui/badge.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { EmptyState, Loaded } from '#kit/web/ui/feedback/states.tsx'
import { type Message, toast } from '#kit/web/ui/feedback/toasts.ts'
import { Alert } from '#kit/web/ui/field/field.tsx'
import { Page } from '#kit/web/ui/page.tsx'
import { SectionLinks } from '#kit/web/ui/section-links.tsx'
import { forms, type WholeForm } from '../../contract.ts'
import { say as ofForms } from '../../copy.ts'
import { type FormLanguages, translations } from '../../translation-contract.ts'
import { useFormActs } from '../list/form-acts.ts'
import { nameOf, useMayChange } from '../list/use-form-list.ts'
import { say } from './copy.ts'
import { LanguageEditor } from './language-editor.tsx'
import { languageName } from './language-name.ts'
import { LanguageWindow } from './language-window.tsx'

const FormId = idOf('forms')

/** The translations of a form, a language at a time. */
export function TranslationsPage() {
  const { formId } = useParams({ from: '/signed-in/formulare/$formId/traduceri' })
  const mayChange = useMayChange()
  const id = FormId.safeParse(formId)
  if (mayChange === undefined) return null
  if (mayChange && id.success) return <Found id={id.data} />
  const title = t(mayChange ? ofForms.noForm : ofForms.onlyOrganisers)
  return (
    <Page title={t(say.translations)} back={<Link to="/formulare">{t(ofForms.back)}</Link>}>
      <EmptyState icon="info" title={title}>
        <p>{t(mayChange ? ofForms.noFormWhy : ofForms.onlyOrganisersWhy)}</p>
      </EmptyState>
    </Page>
  )
}

function Found({ id }: Pick<WholeForm, 'id'>) {
  const whole = useQuery(read(forms.whole, { params: { id } }))
  const known = useQuery(read(translations.list, { params: { id } }))
  return (
    <Loaded query={whole}>
      {(form) => (
        <Loaded query={known}>{(found) => <Languages form={form} known={found} />}</Loaded>
      )}
    </Loaded>
  )
}

type Props = { readonly form: WholeForm; readonly known: FormLanguages }

function Languages({ form, known }: Props) {
  const [asking, setAsking] = useState<'added' | 'own'>()
  const { add, remove, setOwn } = useLanguageActs(form)
  const { setDraft } = useFormActs()
  const { languages } = known
  const open = useOpened(languages)
  const state = languages.find((one) => one.language === open)
  const choose = (tag: string) => {
    setAsking(undefined)
    void (asking === 'own' ? setOwn(tag, known) : add(tag))
  }
  const taken = [known.language, ...languages.map((one) => one.language)]
  return (
    <Page
      title={`${nameOf(form)}: ${t(say.translations).toLowerCase()}`}
      back={
        <Link to="/formulare/$formId" params={{ formId: String(form.id) }}>
          {t(say.back)}
        </Link>
      }
      count={state && <State open={state} texts={known.texts} />}
      actions={
        <div className="flex flex-wrap gap-2">
          {!form.draft && (
            <Button onPress={() => void setDraft(form, false)}>{t(say.publish)}</Button>
          )}
          <Button onPress={() => setAsking('added')}>{t(say.add)}</Button>
        </div>
      }
    >
      <p className="flex flex-wrap items-center gap-2">
        {t(say.own, { language: languageName(known.language) })}
        <Button size="small" look="bare" onPress={() => setAsking('own')}>
          {t(say.changeOwn)}
        </Button>
      </p>
      {open ? (
        <>
          <p className="max-w-prose text-small text-muted">{t(say.publishWhy)}</p>
          <SectionLinks
            label={t(say.languages)}
            sections={languages.map((one) => ({
              to: '.',
              search: { language: one.language },
              text: languageName(one.language),
              isOpen: one === state,
              count: one.missing + one.outdated,
            }))}
          />
          <Alert>{!state && t(say.gone, { language: languageName(open) })}</Alert>
          <LanguageEditor
            key={open}
            form={form}
            own={known.language}
            language={open}
            onRemove={() => void remove(open)}
          />
        </>
      ) : (
        <EmptyState icon="list" title={t(say.none)}>
          <p>{t(say.noneWhy)}</p>
        </EmptyState>
      )}
      {asking && (
        <LanguageWindow
          title={t(asking === 'own' ? say.changeOwn : say.add)}
          taken={asking === 'own' ? [known.language] : taken}
          onChoose={choose}
          onClose={() => setAsking(undefined)}
        />
      )}
    </Page>
  )
}

/** The address keeps the open language; one that is gone stays open while something typed in it is unsaved. */
function useOpened(languages: FormLanguages['languages']): string | undefined {
  const { language } = useSearch({ from: '/signed-in/formulare/$formId/traduceri' })
  const navigate = useNavigate()
  const isEdited = useHasUnsavedWork()
  const isKept = isEdited || languages.some((one) => one.language === language)
  const open = (isKept && language) || languages[0]?.language
  useEffect(() => {
    if (open && open !== language)
      void navigate({ to: '.', search: { language: open }, replace: true })
  }, [open, language, navigate])
  return open
}

function State({
  open: { missing, outdated },
  texts,
}: {
  open: FormLanguages['languages'][number]
  texts: number
}) {
  if (missing + outdated === 0)
    return (
      <Badge tone="done" icon="check">
        {t(say.complete)}
      </Badge>
    )
  const total = String(texts)
  return (
    <span className="inline-flex flex-wrap gap-2">
      {missing > 0 && <Badge tone="attention">{t(say.missing, { count: missing, total })}</Badge>}
      {outdated > 0 && <Badge tone="attention">{t(say.outdated, { count: outdated })}</Badge>}
    </span>
  )
}

/** Changes to the languages of a form; each can be undone. */
function useLanguageActs({ id }: WholeForm) {
  const touch = useTouch()
  const navigate = useNavigate()
  type Change = { language?: string; added?: string[]; removed?: string[] }
  const change = async (body: Change, message?: Message) => {
    const isDone = await tryWithToast(async () => {
      await call(translations.setLanguages, { params: { id }, body })
      await touch(translations.list, translations.get)
    })
    if (isDone && message) toast.success(message)
  }
  const open = (language: string) =>
    navigate({ to: '.', search: { language }, ignoreBlocker: false })
  const put = async (tag: string, message?: Message) => {
    await change({ added: [tag] }, message)
    await open(tag)
  }
  const add = (tag: string) => {
    const undo = () => change({ removed: [tag] })
    return put(tag, { title: t(say.added, { language: languageName(tag) }), undo })
  }
  const remove = (tag: string) =>
    change(
      { removed: [tag] },
      {
        title: t(say.removed, { language: languageName(tag) }),
        text: t(say.removedWhy),
        undo: () => put(tag),
      },
    )
  const setOwn = (tag: string, { language, languages }: FormLanguages) => {
    const added = languages.some((one) => one.language === tag) ? [tag] : []
    const undo = () => change({ language, added })
    return change({ language: tag }, { title: t(say.ownChanged), undo })
  }
  return { add, remove, setOwn }
}
