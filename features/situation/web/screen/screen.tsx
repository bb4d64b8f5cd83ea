import { type ReactNode, Suspense, useRef, useState } from 'react'
import type { MapArea, MapShapes } from '#features/map/contract.ts'
import type { Reply } from '#kit/contract/endpoint.ts'
import { deferred } from '#kit/web/deferred.ts'
import { t } from '#kit/web/language.ts'
import { usePrinting } from '#kit/web/printing.ts'
import { useClock, useMoment } from '#kit/web/time.tsx'
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
import { prefersStillness, useRotation } from './use-rotation.ts'

/** Deferred, so that an unattended screen still shows figures if the server is unreachable when the map loads. */
const MapPage = deferred(async () => (await import('./map-page.tsx')).MapPage)

type Props = {
  /** The name of the election. */
  readonly title: string
  readonly figures: Reply<typeof situation.read> | Reply<typeof wall.read>
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

/**
 * On a wall and in full screen, pages that take turns, with the figures between the others; otherwise all of them one
 * below the other.
 */
export function Screen(props: Props) {
  const frame = useRef<HTMLDivElement>(null)
  const fullScreen = useFullScreen(frame)
  const isStacked = useStacked(props.isWall === true || fullScreen.isOn)
  const [isDrawable, setDrawable] = useState(true)
  const { map } = props
  const shown = {
    ...props,
    fullScreen,
    map: map && map.shapes.areas.length > 0 && isDrawable ? map : undefined,
    onMapFail: () => setDrawable(false),
  }
  // The same element in both cases: it keeps being the one in full screen.
  return (
    <div
      ref={frame}
      style={isStacked ? undefined : { containerType: 'size' }}
      className={`relative min-h-0 flex-1 bg-page ${isStacked ? 'overflow-y-auto' : 'overflow-hidden'}`}
    >
      {isStacked ? <Stacked {...shown} /> : <Turning {...shown} />}
    </div>
  )
}

type Shown = Props & {
  readonly fullScreen: ReturnType<typeof useFullScreen>
  readonly onMapFail: () => void
}

function Stacked({
  title,
  figures,
  isStale,
  isWall = false,
  acts,
  map,
  fullScreen,
  onMapFail,
}: Shown) {
  return (
    <div className="grid grid-cols-1 gap-6 p-4 text-base print:p-0">
      <div className="flex flex-wrap items-center gap-2">
        <Head title={title} asOf={figures.asOf} isStale={isStale} />
        <div className="flex flex-wrap items-center gap-2 print:hidden">
          {acts}
          {isWall && <LanguageSwitch />}
          <ScreenButtons fullScreen={fullScreen} />
        </div>
      </div>
      {'timezone' in figures && <PaperHead figures={figures} />}
      <FiguresPage figures={figures} />
      {stripPages(figures, true).map((strips) => (
        <StripsPage key="strips" strips={strips} />
      ))}
      {map && (
        <Suspense>
          <MapPage isShown isPart map={map} onFail={onMapFail} />
        </Suspense>
      )}
    </div>
  )
}

/** The map is drawn once and then only hidden. */
function Turning({ title, figures, isStale, isWall = false, map, fullScreen, onMapFail }: Shown) {
  const first = {
    id: 'figures',
    title: t(say.figures),
    content: <FiguresPage figures={figures} />,
  }
  const others: readonly ScreenPage[] = [
    ...stripPages(figures, false).map((strips, nth) => ({
      id: `strips-${nth}`,
      title: t(say.counties),
      content: <StripsPage strips={strips} />,
    })),
    ...(map ? [{ id: 'map', title: t(say.map), content: undefined }] : []),
  ]
  const pages: readonly ScreenPage[] = others.flatMap((page) => [first, page])
  const rotation = useRotation(pages.length)
  const shown = pages[rotation.index] ?? first
  return (
    // All sizes follow from the frame: at 1920 × 1080 an em is 40 pixels, which is read from five metres.
    <div
      style={{ fontSize: 'min(2.05cqw, 3.7cqh)', lineHeight: 1.2 }}
      className="absolute inset-0 flex flex-col gap-[0.6em] p-[0.8em]"
    >
      <div className="flex items-center gap-[0.8em]">
        <Head title={title} asOf={figures.asOf} isStale={isStale} />
        {/* Buttons keep the size of all pages up to the largest screens, where they would be specks. */}
        <div className="flex shrink-0 items-center gap-4 text-base min-[160rem]:[zoom:1.5] min-[220rem]:[zoom:2]">
          {isWall && !fullScreen.isOn && <LanguageSwitch />}
          <ScreenButtons
            turns={{ titles: pages.map((one) => one.title), rotation }}
            fullScreen={fullScreen}
          />
        </div>
      </div>
      <div className="relative min-h-0 flex-1">
        {shown.content}
        {map && (
          <Suspense>
            <MapPage map={map} isShown={shown.id === 'map'} onFail={onMapFail} />
          </Suspense>
        )}
      </div>
    </div>
  )
}

/** What paper of a wall says of itself, as pages with an account do; without the secret in its address. */
function PaperHead({ figures: { asOf, timezone } }: { figures: Reply<typeof wall.read> }) {
  const moment = useMoment()
  return (
    <p className="hidden text-small print:block">
      {`${t(say.situation)} · ${moment(asOf)} (${timezone}) · ${location.origin}`}
    </p>
  )
}

/** Where pages do not take turns: readers who prefer stillness would never see the others. */
function useStacked(mayTurn: boolean): boolean {
  const isPrinting = usePrinting()
  const isNarrow = useNarrow()
  const [isStill] = useState(prefersStillness)
  return !mayTurn || isPrinting || isNarrow || isStill
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
