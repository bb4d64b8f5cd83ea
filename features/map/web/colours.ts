import { useSyncExternalStore } from 'react'
import { useTheme } from '#kit/web/theme.ts'

export type Ramp = 'calm' | 'alarm'

export type Points = readonly [string, string, string, string, string]

/**
 * What is drawn on a canvas has no tokens. Each ramp goes evenly from near the ground to far from it, in one hue, so
 * that it can be read without seeing colours; nothing is the first.
 */
type Palette = {
  readonly isDark: boolean
  readonly ground: string
  readonly line: string
  readonly ink: string
  readonly halo: string
  readonly ramps: Readonly<Record<Ramp, readonly string[]>>
  /** Of stations, by state: without anybody, awaited, with reports, late, with a flagged answer. */
  readonly points: Points
  readonly pointEdges: Points
}

const light: Palette = {
  isDark: false,
  ground: '#f8f8f8',
  line: '#8b8594',
  ink: '#262229',
  halo: '#ffffff',
  ramps: {
    calm: ['#ffffff', '#d6e6f4', '#abd0e6', '#6aaed6', '#3787c0', '#105ba4'],
    alarm: ['#ffffff', '#fee3d6', '#fdbea5', '#fc8a6a', '#e5533c', '#b3231b'],
  },
  points: ['#d0ccd6', '#7d7489', '#0b6e4f', '#e0a100', '#c2185b'],
  pointEdges: ['#7d7489', '#ffffff', '#ffffff', '#4a3300', '#3d0019'],
}

const dark: Palette = {
  isDark: true,
  ground: '#131016',
  line: '#7d7489',
  ink: '#ece8f1',
  halo: '#131016',
  ramps: {
    calm: ['#1c1821', '#173a5a', '#1f5c8e', '#3581be', '#6aaede', '#b9dcf5'],
    alarm: ['#1c1821', '#5a1e18', '#8c2c22', '#c24433', '#ef7b63', '#fdc3b0'],
  },
  points: ['#3b3442', '#9087a0', '#5fe0b0', '#ffc94d', '#ff7eb0'],
  pointEdges: ['#9087a0', '#131016', '#131016', '#3a2a00', '#ffffff'],
}

const wish = window.matchMedia('(prefers-color-scheme: dark)')

function watch(changed: () => void): () => void {
  wish.addEventListener('change', changed)
  return () => wish.removeEventListener('change', changed)
}

/** The colours of the theme on screen. */
export function usePalette(): Palette {
  const theme = useTheme()
  const wantsDark = useSyncExternalStore(watch, () => wish.matches)
  return theme === 'dark' || (theme === 'system' && wantsDark) ? dark : light
}

export type { Palette }
