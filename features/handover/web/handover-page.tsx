import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { say as situationSay } from '#features/situation/copy.ts'
import { t } from '#kit/web/language.ts'
import { read } from '#kit/web/read/api.ts'
import { Loaded } from '#kit/web/ui/feedback/states.tsx'
import { Page } from '#kit/web/ui/page.tsx'
import { handover } from '../contract.ts'
import { Handovers } from './handovers.tsx'
import { Changed, Due, OpenIncidents, Working } from './shift-cards.tsx'

/** What one shift leaves to the next, signed off by both. */
export function HandoverPage() {
  // Call-backs and deadlines come near by the clock alone.
  const shift = useQuery({ ...read(handover.read, {}), refetchInterval: 60_000 })
  return (
    <Page title={t(situationSay.handover)} back={<Link to="/now">{t(situationSay.now)}</Link>}>
      <Loaded query={shift}>
        {(known) => (
          <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
            <Handovers all={known.handovers} />
            <div className="grid grid-cols-1 gap-4">
              <Due shift={known} />
              <OpenIncidents shift={known} />
              <Working shift={known} />
              <Changed shift={known} />
            </div>
          </div>
        )}
      </Loaded>
    </Page>
  )
}
