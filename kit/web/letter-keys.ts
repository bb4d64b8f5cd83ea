import { readAccountStorage, writeAccountStorage } from './account-storage.ts'

const key = 'letter-keys'

/** Whether single-letter shortcuts are on: users of speech input may not want them. */
export const areLettersKeys = (): boolean => readAccountStorage(key) !== 'off'

export const setLettersKeys = (isOn: boolean): void => writeAccountStorage(key, isOn ? '' : 'off')
