import { Link } from '@tanstack/react-router'
import { t } from '#kit/web/language.ts'
import { buttonClass } from '#kit/web/ui/button.tsx'
import { FiguresAsOf } from '#kit/web/ui/feedback/figures-as-of.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import { Page } from '#kit/web/ui/page.tsx'
import { say } from '../../copy.ts'
import { NowPanel } from './now-panel.tsx'

/** The same as a page of its own, for a phone. */
export const NowPage = () => (
  <Page
    title={t(say.now)}
    asOf={<FiguresAsOf />}
    actions={
      <>
        <ToHandover />
        <ToSituation />
      </>
    }
  >
    <NowPanel />
  </Page>
)

/** Beside the list of reports, while none is open. */
export const NowBeside = () => (
  <section aria-labelledby="now">
    <div className="mb-3 flex items-center gap-4">
      <h2 id="now" className="flex-1 text-large font-strong">
        {t(say.now)}
      </h2>
      <FiguresAsOf />
      <ToHandover />
      <ToSituation />
    </div>
    <NowPanel />
  </section>
)

const ToSituation = () => (
  <Link to="/situation" className={buttonClass('clear', 'small')}>
    <Icon name="chart" />
    {t(say.situation)}
  </Link>
)

const ToHandover = () => (
  <Link to="/handover" className={buttonClass('clear', 'small')}>
    <Icon name="person" />
    {t(say.handover)}
  </Link>
)
