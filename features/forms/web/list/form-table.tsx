import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { t } from '#kit/web/language.ts'
import { Ago } from '#kit/web/time.tsx'
import { buttonClass } from '#kit/web/ui/button.tsx'
import { EmptyState } from '#kit/web/ui/feedback/states.tsx'
import { Tick } from '#kit/web/ui/field/tick.tsx'
import type { useConfirm } from '#kit/web/ui/overlay/confirm.tsx'
import { Item, RowActions } from '#kit/web/ui/overlay/menu.tsx'
import { actionsColumn } from '#kit/web/ui/table/actions-column.ts'
import type { Column } from '#kit/web/ui/table/columns.ts'
import { RowCard } from '#kit/web/ui/table/row-card.tsx'
import { Table } from '#kit/web/ui/table/table.tsx'
import type { FormMeta } from '../../contract.ts'
import { say } from '../../copy.ts'
import { isSureOf } from '../editor/change-warning.tsx'
import { useFormActs } from './form-acts.ts'
import { nameOf, refused, useOrder } from './use-form-list.ts'

type Ask = ReturnType<typeof useConfirm>['ask']

type Props = {
  /** Undefined: not loaded yet. */
  readonly list: readonly FormMeta[] | undefined
  /** Those of the other list too: they share one order. */
  readonly all: readonly FormMeta[]
  readonly isDraft: boolean
  readonly mayChange: boolean
  readonly ask: Ask
}

/** One of the two lists, in the order of the phones. */
export function FormTable({ list, all, isDraft, mayChange, ask }: Props) {
  const { rows, setOrder } = useOrder(all, list)
  const actions = (form: FormMeta) => <Actions form={form} mayChange={mayChange} ask={ask} />
  const onReorder = (keys: string[]) => {
    const ids = new Map(list?.map(({ id }) => [String(id), id]))
    void setOrder(keys.flatMap((key) => ids.get(key) ?? []))
  }

  return (
    <Table
      label={t(isDraft ? say.draft : say.public)}
      columns={columnsWith(actions)}
      rows={rows}
      keyOf={({ id }) => String(id)}
      nameOf={nameOf}
      card={(form) => <Card form={form} actions={actions(form)} />}
      {...(mayChange && { reordering: { onReorder } })}
      empty={
        <EmptyState icon="list" title={t(isDraft ? say.noDraft : say.noPublic)}>
          <p>{t(isDraft ? say.noDraftWhy : say.noPublicWhy)}</p>
        </EmptyState>
      }
    />
  )
}

const columnsWith = (actions: (form: FormMeta) => ReactNode): readonly Column<FormMeta>[] => [
  { id: 'title', title: t(say.title), cell: (form) => <Title form={form} /> },
  { id: 'code', title: t(say.code), width: '8rem', cell: ({ code }) => code },
  {
    id: 'diaspora',
    title: t(say.diaspora),
    width: '7rem',
    align: 'center',
    cell: ({ diaspora }) => diaspora && <Tick label={t(say.onlyDiaspora)} isHeard />,
  },
  {
    id: 'questions',
    title: t(say.questions),
    width: '7rem',
    align: 'end',
    isMinor: true,
    cell: ({ questions }) => questions,
  },
  {
    id: 'changed',
    title: t(say.lastChange),
    width: '12rem',
    align: 'end',
    isMinor: true,
    cell: ({ changedAt }) => changedAt && <Ago at={changedAt} />,
  },
  actionsColumn('9rem', actions),
]

function Title({ form }: { form: FormMeta }) {
  return (
    <span className={form.details && 'block sm:py-1'}>
      <Link
        to="/formulare/$formId"
        params={{ formId: String(form.id) }}
        className="rounded-md font-strong text-ink hover:text-ours hover:underline"
      >
        {form.description || nameOf(form)}
      </Link>
      {form.details && (
        <span title={form.details} className="block truncate text-small font-normal text-muted">
          {form.details}
        </span>
      )}
    </span>
  )
}

function Card({ form, actions }: { form: FormMeta; actions: ReactNode }) {
  return (
    <RowCard title={<Title form={form} />} actions={actions}>
      <span>{form.code}</span>
      {form.questions !== undefined && (
        <span>{t(say.questionCount, { count: form.questions })}</span>
      )}
      {form.diaspora && <Tick label={t(say.diaspora)} />}
    </RowCard>
  )
}

function Actions({ form, mayChange, ask }: { form: FormMeta; mayChange: boolean; ask: Ask }) {
  const { remove, setDraft } = useFormActs()
  const name = nameOf(form)
  const open = (
    <Link
      to="/formulare/$formId"
      params={{ formId: String(form.id) }}
      aria-label={`${t(mayChange ? say.edit : say.view)}: ${name}`}
      className={buttonClass('plain', 'small')}
    >
      {t(mayChange ? say.edit : say.view)}
    </Link>
  )
  if (!mayChange) return open

  const askAndRemove = async () => {
    const isSure = await ask({
      title: t(say.deleteConfirmation),
      message: t(say.deleteWhat, { name }),
      confirm: t(say.delete),
      isDeletion: true,
    })
    if (isSure) await remove(form)
  }
  const publish = async () => {
    const isSure = await isSureOf(ask, form, { id: form.id, draft: false }).catch(refused)
    if (isSure) await setDraft(form, false)
  }
  return (
    <RowActions name={name} main={open}>
      <Item
        id="publish"
        icon={form.draft ? 'send' : 'minus'}
        onAction={() => void (form.draft ? publish() : setDraft(form, true))}
      >
        {t(form.draft ? say.publish : say.unpublish)}
      </Item>
      <Item id="delete" icon="trash" isDanger onAction={() => void askAndRemove()}>
        {t(say.delete)}
      </Item>
    </RowActions>
  )
}
