import { readLocalStorage, writeLocalStorage } from './local-storage.ts'

const key = 'sound'

/** Whether this browser makes a sound when a flagged report or an alert arrives. */
export const isSoundOn = (): boolean => readLocalStorage(key) === 'on'

/** Stores the choice in this browser, and plays the sound once where it is wanted. */
export function setSound(isOn: boolean): void {
  writeLocalStorage(key, isOn ? 'on' : '')
  if (isOn) playChime()
}

/** Two notes of a fifth of a second, soft. Before the first click on a page, browsers keep it silent. */
export function playChime(): void {
  const context = new AudioContext()
  const volume = new GainNode(context, { gain: 0.15 })
  volume.connect(context.destination)
  for (const [at, frequency] of [660, 880].entries()) {
    const note = new OscillatorNode(context, { frequency })
    note.connect(volume)
    note.start(context.currentTime + at * 0.2)
    note.stop(context.currentTime + at * 0.2 + 0.18)
    if (at === 1) note.onended = () => void context.close()
  }
}
