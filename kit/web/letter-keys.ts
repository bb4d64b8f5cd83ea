import { readAccountStorage, writeAccountStorage } from './account-storage.ts'

const key = 'letter-keys'

/** Whether single letters do something: whoever speaks to their machine may not want them to. */
export const areLettersKeys = (): boolean => readAccountStorage(key) !== 'off'

export const setLettersKeys = (isOn: boolean): void => writeAccountStorage(key, isOn ? '' : 'off')
