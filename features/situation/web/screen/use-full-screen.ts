import { type RefObject, useSyncExternalStore } from 'react'

function watch(changed: () => void): () => void {
  document.addEventListener('fullscreenchange', changed)
  return () => document.removeEventListener('fullscreenchange', changed)
}

/** Full screen for an element; a browser may refuse it. */
export function useFullScreen(frame: RefObject<HTMLElement | null>) {
  const isOn = useSyncExternalStore(watch, () => document.fullscreenElement !== null)
  const toggle = () => {
    const change = isOn ? document.exitFullscreen() : frame.current?.requestFullscreen()
    change?.catch(() => undefined)
  }
  return { isOn, toggle }
}
