import { copy } from '#kit/contract/copy.ts'

export const say = copy({
  reading: {
    ro: { one: '{names} citește', few: '{names} citesc', other: '{names} citesc' },
    en: { one: '{names} is reading', other: '{names} are reading' },
  },
})
