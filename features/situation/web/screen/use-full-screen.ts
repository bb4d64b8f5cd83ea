import { type RefObject, useSyncExternalStore } from 'react'

function watch(changed: () => void): () => void {
  document.addEventListener('fullscreenchange', changed)
  return () => document.removeEventListener('fullscreenchange', changed)
}

/** Whether the element fills the screen, and how to change that; a browser may refuse. */
export function useFullScreen(frame: RefObject<HTMLElement | null>) {
  const isOn = useSyncExternalStore(watch, () => document.fullscreenElement !== null)
  const toggle = () => {
    const change = isOn ? document.exitFullscreen() : frame.current?.requestFullscreen()
    change?.catch(() => undefined)
  }
  return { isOn, toggle }
}
