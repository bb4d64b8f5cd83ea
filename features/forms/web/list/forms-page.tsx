import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { t } from '#kit/web/language.ts'
import { read } from '#kit/web/read/api.ts'
import { buttonClass } from '#kit/web/ui/button.tsx'
import { DeletedList } from '#kit/web/ui/deleted-list.tsx'
import { ErrorState } from '#kit/web/ui/feedback/states.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import { useConfirm } from '#kit/web/ui/overlay/confirm.tsx'
import { Page } from '#kit/web/ui/page.tsx'
import { Tabs } from '#kit/web/ui/tabs.tsx'
import { forms } from '../../contract.ts'
import { say } from '../../copy.ts'
import { ImportForm } from '../exchange/import-form.tsx'
import { useFormActs } from './form-acts.ts'
import { FormTable } from './form-table.tsx'
import { nameOf, useFormLists, useMayChange } from './use-form-list.ts'

/** The published forms, and the drafts. */
export function FormsPage() {
  const { tab } = useSearch({ from: '/signed-in/formulare' })
  const navigate = useNavigate()
  const mayChange = useMayChange() ?? false
  const { published, drafts } = useFormLists()
  const { ask, dialog } = useConfirm()
  const list = tab === 'draft' ? drafts : published
  const lists = [published.data?.formVersions, drafts.data?.formVersions]
  const all = lists.flatMap((forms) => forms ?? [])

  const open = (id: string) => {
    void (id === 'draft' ? drafts : published).refetch()
    void navigate({ to: '.', search: id === 'draft' ? { tab: id } : {} })
  }
  const content = () =>
    list.error && !list.data ? (
      <ErrorState problem={list.error} retry={() => void list.refetch()} />
    ) : (
      <FormTable
        key={tab}
        list={list.data?.formVersions}
        all={all}
        isDraft={tab === 'draft'}
        mayChange={mayChange}
        ask={ask}
      />
    )

  return (
    <Page
      isFilled
      title={t(say.forms)}
      count={lists.every(Boolean) && t(say.total, { count: all.length })}
      actions={
        mayChange && (
          <>
            <ImportForm />
            <NewForm />
          </>
        )
      }
    >
      <div className="min-h-0 flex-1 lg:overflow-y-auto">
        <Tabs
          label={t(say.which)}
          selected={tab ?? 'public'}
          onSelect={open}
          items={[
            { id: 'public', title: t(say.public), count: lists[0]?.length, content },
            { id: 'draft', title: t(say.draft), count: lists[1]?.length, content },
          ]}
        />
        {mayChange && <DeletedForms />}
      </div>
      {dialog}
    </Page>
  )
}

function DeletedForms() {
  const { data } = useQuery(read(forms.list, { query: { deleted: true } }))
  return (
    <DeletedList
      title={t(say.deletedForms)}
      items={data?.formVersions}
      nameOf={nameOf}
      onRestore={useFormActs().restore}
      className="m-4 sm:mx-6"
    />
  )
}

function NewForm() {
  return (
    <Link to="/formulare/nou" className={buttonClass('primary')}>
      <Icon name="plus" />
      {t(say.newForm)}
    </Link>
  )
}
