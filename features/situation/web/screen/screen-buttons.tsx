import { t } from '#kit/web/language.ts'
import { chooseTheme, useTheme } from '#kit/web/theme.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { say } from '../../copy.ts'
import type { Rotation } from './use-rotation.ts'

type Turns = { readonly titles: readonly string[]; readonly rotation: Rotation }

type Props = {
  readonly turns?: Turns
  readonly fullScreen: { readonly isOn: boolean; toggle(): void }
}

/** The controls of a screen; where pages take turns, with a dot for each. */
export function ScreenButtons({ turns, fullScreen }: Props) {
  const theme = useTheme()
  const isDark =
    theme === 'dark' ||
    (theme === 'system' && window.matchMedia('(prefers-color-scheme: dark)').matches)
  return (
    <div className="flex items-center gap-1">
      {turns && <TurnButtons {...turns} />}
      <Act
        icon={isDark ? 'sun' : 'moon'}
        label={t(isDark ? say.light : say.dark)}
        onPress={() => chooseTheme(isDark ? 'light' : 'dark')}
      />
      <Act
        icon={fullScreen.isOn ? 'shrink' : 'expand'}
        label={t(fullScreen.isOn ? say.leaveFullScreen : say.fullScreen)}
        onPress={fullScreen.toggle}
      />
    </div>
  )
}

function TurnButtons({ titles, rotation: { index, isPaused, pause, step, show } }: Turns) {
  return (
    <>
      <nav aria-label={t(say.pages)} className="flex">
        {titles.map((title, nth) => (
          <button
            // biome-ignore lint/suspicious/noArrayIndexKey: pages have no other key.
            key={nth}
            type="button"
            aria-label={t(say.pageOf, { title, nth: nth + 1, count: titles.length })}
            aria-current={nth === index ? 'page' : undefined}
            onClick={() => show(nth)}
            className="group grid size-6 place-items-center rounded-md"
          >
            <span className="size-2 rounded-full bg-edge group-aria-[current=page]:bg-ours group-aria-[current=page]:outline-2 group-aria-[current=page]:outline-offset-2 group-aria-[current=page]:outline-ours" />
          </button>
        ))}
      </nav>
      <Act icon="previous" label={t(say.previous)} onPress={() => step(-1)} />
      <Act
        icon={isPaused ? 'play' : 'pause'}
        label={t(isPaused ? say.goOn : say.pause)}
        onPress={pause}
      />
      <Act icon="next" label={t(say.next)} onPress={() => step(1)} />
    </>
  )
}

/** Kept apart from the shared icons, which are part of the first script. */
const signs = {
  previous: 'M10 3.500 5.500 8l4.500 4.500',
  next: 'M6 3.500 10.500 8 6 12.500',
  play: 'M5 3.500v9L12.500 8z',
  pause: 'M5.500 3.500v9m5-9v9',
  sun: 'M8 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM8 1.500v1m0 11v1M1.500 8h1m11 0h1M3.400 3.400l.7.7m7.800 7.800.7.7m0-9.200-.7.7m-7.800 7.800-.7.7',
  moon: 'M13 9.500A5.500 5.500 0 0 1 6.500 3a5.500 5.500 0 1 0 6.500 6.500z',
  expand: 'M2.500 6V2.500H6m4 0h3.500V6m0 4v3.500H10m-4 0H2.500V10',
  shrink: 'M6 2.500V6H2.500m11 0H10V2.500m0 11V10h3.500m-11 0H6v3.500',
} as const

type Sign = keyof typeof signs

function Act({ icon, label, onPress }: { icon: Sign; label: string; onPress: () => void }) {
  return (
    <Button look="bare" size="square" aria-label={label} onPress={onPress}>
      <svg
        viewBox="0 0 16 16"
        aria-hidden="true"
        className="size-4 fill-none stroke-current stroke-[1.500px]"
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        <path d={signs[icon]} />
      </svg>
    </Button>
  )
}
