import { useSyncExternalStore } from 'react'
import { readLocalStorage, writeLocalStorage } from './local-storage.ts'

/** `system` follows the device's preference. */
export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

const key = 'theme'
const watchers = new Set<() => void>()

const currentTheme = (): Theme => themes.find((one) => one === readLocalStorage(key)) ?? 'system'

/** Shows the theme from now on, and stores it in this browser. */
export function chooseTheme(theme: Theme): void {
  writeLocalStorage(key, theme === 'system' ? '' : theme)
  showTheme()
  for (const changed of watchers) changed()
}

/** Applies the stored theme to the page. */
export function showTheme(): void {
  const theme = currentTheme()
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
}

export const useTheme = (): Theme => useSyncExternalStore(watch, currentTheme)

function watch(changed: () => void): () => void {
  watchers.add(changed)
  return () => watchers.delete(changed)
}
