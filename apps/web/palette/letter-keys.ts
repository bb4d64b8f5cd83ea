import { recall, remember } from '#kit/web/memory.ts'

const key = 'letter-keys'

/** Whether single letters do something: whoever speaks to their machine may not want them to. */
export const areLettersKeys = (): boolean => recall(key) !== 'off'

export const setLettersKeys = (isOn: boolean): void => remember(key, isOn ? '' : 'off')
