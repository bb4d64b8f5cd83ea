import { copy } from '#kit/contract/copy.ts'

export const say = copy({
  alerts: { ro: 'Alerte', en: 'Alerts' },
})
