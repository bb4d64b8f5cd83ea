import { type ReactNode, Suspense, useRef, useState } from 'react'
import type { MapArea, MapShapes } from '#features/map/contract.ts'
import type { Reply } from '#kit/contract/endpoint.ts'
import { deferred } from '#kit/web/deferred.ts'
import { t } from '#kit/web/language.ts'
import { usePrinting } from '#kit/web/printing.ts'
import { useClock } from '#kit/web/time.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import { LanguageSwitch } from '#kit/web/ui/language-switch.tsx'
import { useNarrow } from '#kit/web/ui/use-narrow.ts'
import type { situation, wall } from '../../contract.ts'
import { say } from '../../copy.ts'
import { FiguresPage } from './figures-page.tsx'
import { ScreenButtons } from './screen-buttons.tsx'
import { stripPages } from './strips.ts'
import { StripsPage } from './strips-page.tsx'
import { useFullScreen } from './use-full-screen.ts'
import { useRotation } from './use-rotation.ts'

/** Deferred, so that an unattended screen still shows figures if the server is unreachable when the map loads. */
const MapPage = deferred(async () => (await import('./map-page.tsx')).MapPage)

type Props = {
  /** The name of the election. */
  readonly title: string
  readonly told: Reply<typeof situation.read> | Reply<typeof wall.read>
  readonly isStale: boolean
  /** The screen has a wall link instead of an account. */
  readonly isWall?: boolean
  /** More buttons. */
  readonly acts?: ReactNode
  readonly map?:
    | { readonly areas: readonly MapArea[]; readonly shapes: Pick<MapShapes, 'areas'> }
    | undefined
}

type ScreenPage = { readonly id: string; readonly title: string; readonly content: ReactNode }

/** The rotating pages of a screen; on a phone and on paper, all of them one below the other. The map is drawn once and then only hidden. */
export function Screen({ title, told, isStale, isWall = false, acts, map }: Props) {
  const isStacked = useStacked()
  const frame = useRef<HTMLDivElement>(null)
  const fullScreen = useFullScreen(frame)
  const [isDrawable, setDrawable] = useState(true)
  const hasMap = map !== undefined && map.shapes.areas.length > 0 && isDrawable
  const pages: readonly ScreenPage[] = [
    { id: 'figures', title: t(say.figures), content: <FiguresPage told={told} /> },
    ...stripPages(told, isStacked).map((strips, nth) => ({
      id: `strips-${nth}`,
      title: t(say.counties),
      content: <StripsPage strips={strips} />,
    })),
    ...(hasMap && !isStacked ? [{ id: 'map', title: t(say.map), content: undefined }] : []),
  ]
  const rotation = useRotation(isStacked ? 0 : pages.length)
  const shown = pages[rotation.index] ?? pages[0]
  const head = <Head title={title} asOf={told.asOf} isStale={isStale} />
  if (isStacked)
    return (
      <div className="grid grid-cols-1 gap-6 p-4 text-base">
        {head}
        {acts && <div className="flex flex-wrap gap-2">{acts}</div>}
        {pages.map(({ id, content }) => (
          <div key={id}>{content}</div>
        ))}
      </div>
    )
  return (
    <div
      ref={frame}
      style={{ containerType: 'size' }}
      className="relative min-h-0 flex-1 overflow-hidden bg-page"
    >
      {/* All sizes follow from the frame: at 1920 × 1080 an em is 40 pixels, which is read from five metres. */}
      <div
        style={{ fontSize: 'min(2.05cqw, 3.7cqh)', lineHeight: 1.2 }}
        className="absolute inset-0 flex flex-col gap-[0.6em] p-[0.8em]"
      >
        <div className="flex items-center gap-[0.8em]">
          {head}
          {/* Buttons keep the size of all pages up to the largest screens, where they would be specks. */}
          <div className="flex shrink-0 items-center gap-4 text-base min-[160rem]:[zoom:1.5] min-[220rem]:[zoom:2]">
            {/* In full screen their windows would open behind it. */}
            {acts && !fullScreen.isOn && <div className="flex items-center gap-2">{acts}</div>}
            {isWall && !fullScreen.isOn && <LanguageSwitch />}
            <ScreenButtons
              titles={pages.map((one) => one.title)}
              rotation={rotation}
              fullScreen={fullScreen}
            />
          </div>
        </div>
        <div className="relative min-h-0 flex-1">
          {shown?.content}
          {hasMap && map && (
            <Suspense>
              <MapPage map={map} isShown={shown?.id === 'map'} onFail={() => setDrawable(false)} />
            </Suspense>
          )}
        </div>
      </div>
    </div>
  )
}

function useStacked(): boolean {
  const isPrinting = usePrinting()
  const isNarrow = useNarrow()
  return isPrinting || isNarrow
}

function Head({ title, asOf, isStale }: { title: string; asOf: Date; isStale: boolean }) {
  const clock = useClock()
  return (
    <header className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-[0.8em]">
      <h1 data-arrival="" tabIndex={-1} className="min-w-0 truncate font-strong outline-none">
        {title}
      </h1>
      {isStale ? (
        <p
          role="status"
          className="flex items-center gap-[0.3em] rounded-md bg-attention px-[0.4em] font-strong text-on-attention"
        >
          <Icon name="warning" className="size-[0.9em]" />
          {t(say.stale, { time: clock(asOf) })}
        </p>
      ) : (
        <p className="text-muted tabular-nums">{t(say.asOf, { time: clock(asOf) })}</p>
      )}
    </header>
  )
}
