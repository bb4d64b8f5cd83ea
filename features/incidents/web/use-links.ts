import type { Id } from '#kit/contract/value/id.ts'
import { useWrite } from '#kit/web/read/api.ts'
import { incidents } from '../contract.ts'
import type { ReportKey } from '../incident-contract.ts'
import { touches } from './use-incidents.ts'

/** What can be linked to an incident. */
export type Linkable = { readonly report: ReportKey } | { readonly noteId: Id<'notes'> }

/** Links it to incidents, and takes it out of them. */
export function useLinks(to: Linkable) {
  const link = useWrite(incidents.link, touches)
  const unlink = useWrite(incidents.unlink, touches)
  const linkNote = useWrite(incidents.linkNote, touches)
  const unlinkNote = useWrite(incidents.unlinkNote, touches)
  return 'noteId' in to
    ? {
        link: (id: Id<'incidents'>) => linkNote.mutateAsync({ params: { id }, body: to }),
        unlink: (id: Id<'incidents'>) => unlinkNote.mutateAsync({ params: { id }, query: to }),
      }
    : {
        link: (id: Id<'incidents'>) => link.mutateAsync({ params: { id }, body: to.report }),
        unlink: (id: Id<'incidents'>) => unlink.mutateAsync({ params: { id }, query: to.report }),
      }
}
