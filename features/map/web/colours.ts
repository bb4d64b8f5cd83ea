import { useSyncExternalStore } from 'react'
import { usePrinting } from '#kit/web/printing.ts'
import { useTheme } from '#kit/web/theme.ts'

/** Named after the tokens (`kit/web/tokens.css`) whose meaning they share. */
export type Ramp = 'ours' | 'done' | 'attention' | 'alarm'

/** A point: its outline as a path in a square of 16, its colour, and that of its edge. */
export type Mark = { readonly path: string; readonly fill: string; readonly edge: string }

/**
 * A canvas cannot use CSS tokens. Each ramp has one hue and even steps away from the background, so that it can be read
 * without seeing colours; its first colour means zero. The map and its legend use the same values.
 */
type Palette = {
  readonly isDark: boolean
  readonly ground: string
  readonly line: string
  readonly ink: string
  readonly halo: string
  readonly ramps: Readonly<Record<Ramp, readonly string[]>>
  /** The marks of stations by state: uncovered, awaited, visited, late, flagged. */
  readonly marks: readonly [Mark, Mark, Mark, Mark, Mark]
}

/** The font of names. The browser draws the glyphs, so the map requests none from a server. */
export const font = 'Veghe Sans'

/** Readable without colours: a late station is a square, a flagged station a triangle. */
const paths = {
  circle: 'M8 3a5 5 0 1 0 0 10A5 5 0 1 0 8 3Z',
  square: 'M2.5 2.5H13.5V13.5H2.5Z',
  triangle: 'M8 0.5 15.5 14H0.5Z',
} as const

const light: Palette = {
  isDark: false,
  ground: '#f8f8f8',
  line: '#8b8594',
  ink: '#262229',
  halo: '#ffffff',
  ramps: {
    ours: ['#ffffff', '#ebdff5', '#d1b8e6', '#af87d1', '#8857b4', '#5f288d'],
    done: ['#ffffff', '#d9efe0', '#aedbbd', '#74bd8e', '#3f9a63', '#1a7440'],
    attention: ['#ffffff', '#fff3b8', '#fbd844', '#dcb10f', '#b08800', '#7d5f00'],
    alarm: ['#ffffff', '#fde0dc', '#f8b4ac', '#f16359', '#d43c30', '#b42318'],
  },
  marks: [
    { path: paths.circle, fill: '#d0ccd6', edge: '#5f5a66' },
    { path: paths.circle, fill: '#7d7489', edge: '#ffffff' },
    { path: paths.circle, fill: '#1a7440', edge: '#ffffff' },
    { path: paths.square, fill: '#fbd844', edge: '#3a2f00' },
    { path: paths.triangle, fill: '#b42318', edge: '#ffffff' },
  ],
}

const dark: Palette = {
  isDark: true,
  ground: '#131016',
  line: '#7d7489',
  ink: '#ece8f1',
  halo: '#131016',
  ramps: {
    ours: ['#1c1821', '#33234a', '#4f3470', '#77509f', '#a27bca', '#cdaaf0'],
    done: ['#1c1821', '#1d3a29', '#28573b', '#3b7f57', '#55a877', '#74d19a'],
    attention: ['#1c1821', '#3f3510', '#665615', '#94801f', '#c8ad2f', '#fbd844'],
    alarm: ['#1c1821', '#4a1f1c', '#742e28', '#a3463e', '#cf675e', '#f88d84'],
  },
  marks: [
    { path: paths.circle, fill: '#3b3442', edge: '#9087a0' },
    { path: paths.circle, fill: '#9087a0', edge: '#131016' },
    { path: paths.circle, fill: '#74d19a', edge: '#131016' },
    { path: paths.square, fill: '#fbd844', edge: '#3a2f00' },
    { path: paths.triangle, fill: '#f88d84', edge: '#131016' },
  ],
}

const wish = window.matchMedia('(prefers-color-scheme: dark)')

function watch(changed: () => void): () => void {
  wish.addEventListener('change', changed)
  return () => wish.removeEventListener('change', changed)
}

/** The colours of the theme on screen; paper is light. */
export function usePalette(): Palette {
  const theme = useTheme()
  const wantsDark = useSyncExternalStore(watch, () => wish.matches)
  const isDark = theme === 'dark' || (theme === 'system' && wantsDark)
  return usePrinting() || !isDark ? light : dark
}

export type { Palette }
