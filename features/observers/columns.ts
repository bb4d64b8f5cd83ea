import { columns } from '#kit/contract/column.ts'
import { clockCell } from '#kit/contract/instant.ts'
import type { Headings } from '#kit/contract/rows.ts'
import type { Observer } from './contract.ts'
import { say } from './copy.ts'

/** An observer in a spreadsheet; moments as the election's own clock showed them. */
export const observerColumns = (timezone: string) => {
  const shown = (at: Date | null) => at && clockCell(at, timezone)
  return columns<Omit<Observer, 'lockedUntil'>>(
    { title: say.name, value: ({ name }) => name },
    { title: say.phone, value: ({ phone }) => phone },
    { title: say.ngo, value: ({ ngo }) => ngo },
    { title: say.test, value: ({ isTest }) => isTest },
    { title: say.registered, value: ({ deviceRegisterDate }) => shown(deviceRegisterDate) },
    { title: say.lastSeen, value: ({ lastSeen }) => shown(lastSeen) },
    { title: say.stations, value: (observer) => observer.numberOfPollingStations },
    { title: say.notes, value: ({ numberOfNotes }) => numberOfNotes },
    { title: say.e164, value: ({ e164 }) => e164 },
  )
}

/** How the lists we are sent call what we read from them. */
export const importHeadings = {
  phone: [
    'Phone',
    'Telefon',
    'Tel',
    'Phone number',
    'Număr de telefon',
    'Numărul de telefon',
    'Nr. telefon',
    'Nr. de telefon',
    'Mobile',
    'Mobil',
    'Telefon mobil',
  ],
  pin: ['Pin', 'Cod PIN', 'PIN code', 'Parolă', 'Parola', 'Cod', 'Code', 'Password'],
  name: ['Name', 'Nume', 'Nume și prenume', 'Nume complet', 'Full name', 'Last name', 'Observator'],
  firstName: ['First name', 'Prenume'],
  test: ['Test', 'Test observer', 'Observator de test'],
} as const satisfies Headings

export const neededFields = [
  'phone',
  'pin',
  'name',
] as const satisfies (keyof typeof importHeadings)[]
