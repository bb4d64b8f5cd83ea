import { useQuery } from '@tanstack/react-query'
import { t } from '#kit/web/language.ts'
import { read } from '#kit/web/read/api.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { observers } from '../../contract.ts'
import { say } from '../../copy.ts'
import { useListSearch } from '../list/list-search.ts'

/** Observers share a number: only an organiser knows whether they are one person. */
export function SharingNote() {
  const { search, go, isTrash } = useListSearch()
  const query = { sharing: true, pageSize: 1 }
  const found = useQuery({ ...read(observers.list, { query }), enabled: !isTrash })
  const count = found.data?.totalItems ?? 0
  if (isTrash || (count === 0 && !search.sharing)) return null
  return (
    <aside className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md bg-attention-soft px-3 py-2 text-small">
      <p className="min-w-0 flex-1 basis-80">
        {t(say.sharing, { count })} {search.sharing && t(say.sharingWhy)}
      </p>
      <Button onPress={() => go({ sharing: search.sharing ? undefined : true })}>
        {t(search.sharing ? say.sharingAll : say.sharingShow)}
      </Button>
    </aside>
  )
}
