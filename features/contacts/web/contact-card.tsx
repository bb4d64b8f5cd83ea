import { useLocation } from '@tanstack/react-router'
import { CallLog } from '#features/calls/web/call-log.tsx'
import { DiscussionCard } from '#features/comments/web/discussion.tsx'
import { NextToCall } from '#features/milestones/web/deployment/next-to-call.tsx'
import { useRereading } from '#features/milestones/web/deployment/use-deployment.ts'
import type { Observer } from '#features/observers/contract.ts'
import { BackToList } from '#features/observers/web/profile/back-to-list.tsx'
import { GoneNote } from '#features/observers/web/profile/gone-note.tsx'
import { LockedNote } from '#features/observers/web/profile/locked-note.tsx'
import { ToTelephone } from '#features/visits/web/to-telephone.tsx'
import { Page } from '#kit/web/ui/page.tsx'
import { ContactActs } from './contact-acts.tsx'
import { ContactMessages } from './contact-messages.tsx'
import { ContactNotes } from './contact-notes.tsx'
import { ContactPlan } from './contact-plan.tsx'
import { ContactVisits } from './contact-visits.tsx'
import { Glance } from './glance.tsx'
import { useOwed } from './use-contact.ts'

/** An observer for the person who calls them, the most important facts first. */
export function ContactCard({ observer, isGone }: { observer: Observer; isGone: boolean }) {
  const { id, name } = observer
  const list = useLocation().state.toCall
  const rows = useOwed(id).data?.data ?? []
  useRereading(rows.flatMap((row) => row.milestones.map(({ dueAt }) => dueAt)))
  return (
    <Page
      title={name}
      count={observer.ngo}
      back={<BackToList />}
      actions={!isGone && <ContactActs observer={observer} />}
    >
      {isGone ? <GoneNote observer={observer} /> : <LockedNote observer={observer} />}
      <Glance observer={observer} />
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid grid-cols-1 gap-4">
          <ContactPlan id={id} />
          <CallLog
            observerId={id}
            isGone={isGone}
            actions={
              <>
                {!isGone && <ToTelephone observerId={id} />}
                {list && <NextToCall filter={list} />}
              </>
            }
          />
          <ContactVisits id={id} />
        </div>
        <div className="grid grid-cols-1 gap-4">
          <ContactMessages id={id} />
          <ContactNotes id={id} />
          <DiscussionCard on={{ observerId: id }} />
        </div>
      </div>
    </Page>
  )
}
