import { t } from '#kit/web/language.ts'
import { Card } from '#kit/web/ui/card.tsx'
import { Loaded } from '#kit/web/ui/feedback/states.tsx'
import { Page } from '#kit/web/ui/page.tsx'
import { say } from '../copy.ts'
import { AlertList, ReadAll } from './alert-list.tsx'
import { AlertSettings } from './alert-settings.tsx'
import { useAlerts } from './use-alerts.ts'

/** The alerts of the user, and which of them they want. */
export function AlertsPage() {
  const query = useAlerts()
  return (
    <Page title={t(say.alerts)} actions={query.data && <ReadAll list={query.data} />}>
      <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-[repeat(2,minmax(0,36rem))]">
        <Card>
          <Loaded query={query}>{(list) => <AlertList list={list} />}</Loaded>
        </Card>
        <AlertSettings />
      </div>
    </Page>
  )
}
