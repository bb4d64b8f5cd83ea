import { copy } from '#kit/contract/copy.ts'
import type { Feature, Words } from '#kit/contract/feature.ts'
import { tasks, tasksChanged } from './contract.ts'

const acts = copy({
  'tasks.cancelled': { ro: 'Import sau export oprit', en: 'Import or export stopped' },
  'tasks.started': { ro: 'Import sau export pornit', en: 'Import or export started' },
} satisfies Words)

const subjects = copy({
  tasks: { ro: 'Importuri și exporturi', en: 'Imports and exports' },
} satisfies Words)

export const feature: Feature = {
  name: 'tasks',
  endpoints: { tasks },
  changes: [{ event: tasksChanged, touches: [tasks.list, tasks.get], restMs: 500 }],
  acts,
  subjects,
}
