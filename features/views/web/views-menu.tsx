import { useQueries, useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useMay } from '#features/session/web/may.tsx'
import { locale, t } from '#kit/web/language.ts'
import { read, useWrite } from '#kit/web/read/api.ts'
import { tryWithToast } from '#kit/web/try-with-toast.ts'
import { toast } from '#kit/web/ui/feedback/toasts.ts'
import { Icon } from '#kit/web/ui/icon.tsx'
import { ButtonMenu, Item } from '#kit/web/ui/overlay/menu.tsx'
import { lists, type View, views } from '../contract.ts'
import { say } from './copy.ts'
import { KeepWindow } from './keep-window.tsx'

const touches = { touches: [views.list] }

type Counted = {
  /** How many rows a kept list has now; undefined: it is not counted. */
  readonly count: (view: View) => Promise<number | undefined>
}

/** The lists that were kept, and what keeps the open one or deletes it. */
export function ViewsMenu({ count }: Counted) {
  const [isKeeping, setKeeping] = useState(false)
  const { pathname, searchStr } = useLocation()
  const list = lists.find((one) => one === listAt(pathname))
  const search = filtersIn(searchStr)
  return (
    <>
      {/* The narrowest screens have no room for it. */}
      <ButtonMenu label={t(say.views)} button={<Icon name="list" />} className="max-[359px]:hidden">
        <Kept count={count} list={list} search={search} onKeep={() => setKeeping(true)} />
      </ButtonMenu>
      {isKeeping && list && (
        <KeepWindow list={list} search={search} onClose={() => setKeeping(false)} />
      )}
    </>
  )
}

/** The list of a page: a report is read beside its list. */
const listAt = (path: string) => path.replace(/^\/(answers|urgents)\/details\/.*/, '/answers')

/** An address without the page of its list, and without what is open beside it. */
function filtersIn(search: string): string {
  const filters = new URLSearchParams(search)
  for (const name of ['page', 'tab']) filters.delete(name)
  return filters.toString()
}

type Open = { readonly list: View['list'] | undefined; readonly search: string }

/** The items of the menu, which are read once it is open. */
function Kept({ count, list, search, onKeep }: Open & Counted & { onKeep: () => void }) {
  const navigate = useNavigate()
  const mayKeep = useMay('review') === true
  const { data = [] } = useQuery(read(views.list, {}))
  const counts = useCounts(data, count)
  const remove = useRemoving()
  const isOpen = (one: View) => one.list === list && one.search === search
  const own = mayKeep ? data.find((one) => one.mayDelete && isOpen(one)) : undefined
  return (
    <>
      {data.map((one, nth) => (
        <Item
          key={one.id}
          id={String(one.id)}
          {...(isOpen(one) && { icon: 'check' })}
          onAction={() =>
            void navigate({ href: one.search ? `${one.list}?${one.search}` : one.list })
          }
        >
          {titleOf(one, counts[nth])}
        </Item>
      ))}
      {data.length === 0 && !mayKeep && (
        <Item id="none" isDisabled>
          {t(say.none)}
        </Item>
      )}
      {mayKeep && !own && (
        <Item id="keep" icon="plus" why={list ? undefined : t(say.noList)} onAction={onKeep}>
          {t(say.keep)}
        </Item>
      )}
      {own && (
        <Item id="delete" icon="trash" isDanger onAction={() => remove(own)}>
          {t(say.delete, { name: own.name })}
        </Item>
      )}
    </>
  )
}

/** The lengths of kept lists while the menu is open. */
const useCounts = (kept: readonly View[], count: Counted['count']) =>
  useQueries({
    queries: kept.map((view) => ({
      queryKey: ['kept list', view.list, view.search],
      queryFn: async () => (await count(view)) ?? null,
      refetchInterval: 10_000,
      staleTime: 0,
    })),
    combine: (counts) => counts.map(({ data }) => data ?? undefined),
  })

const numbers = new Intl.NumberFormat(locale)

function titleOf({ isOwn, name, author }: View, count: number | undefined): string {
  const title = isOwn ? name : t(say.byAuthor, { name, author })
  return count === undefined ? title : `${title} · ${numbers.format(count)}`
}

function useRemoving() {
  const remove = useWrite(views.remove, touches)
  const restore = useWrite(views.restore, touches)
  return ({ id, name }: View) =>
    void tryWithToast(async () => {
      await remove.mutateAsync({ params: { id } })
      toast.success({
        text: t(say.deleted, { name }),
        undo: async () => {
          await restore.mutateAsync({ params: { id } })
          return t(say.restored)
        },
      })
    })
}
