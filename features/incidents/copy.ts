import { type Copy, copy } from '#kit/contract/copy.ts'
import type { Words } from '#kit/contract/feature.ts'
import type { IncidentState, Severity } from './domain.ts'

export const say = copy({
  incidents: { ro: 'Incidente', en: 'Incidents' },
  title: { ro: 'Titlu', en: 'Title' },
  category: { ro: 'Categorie', en: 'Category' },
  severity: { ro: 'Gravitate', en: 'Severity' },
  state: { ro: 'Stare', en: 'State' },
  owner: { ro: 'Responsabil', en: 'Owner' },
  escalateTo: { ro: 'La depășire, alertează și pe', en: 'Once overdue, also alert' },
  dueAt: { ro: 'Termen', en: 'Due' },
  informed: { ro: 'Cine a fost informat', en: 'People informed' },
  outcome: { ro: 'Rezultat', en: 'Outcome' },
})

export const stateNames = copy({
  open: { ro: 'deschis', en: 'open' },
  checking: { ro: 'în verificare', en: 'checking' },
  confirmed: { ro: 'confirmat', en: 'confirmed' },
  referred: { ro: 'sesizat autorităților', en: 'referred' },
  closed: { ro: 'închis', en: 'closed' },
  dismissed: { ro: 'respins', en: 'dismissed' },
} satisfies Readonly<Record<IncidentState, Copy>>)

export const severityNames = copy({
  low: { ro: 'redusă', en: 'low' },
  medium: { ro: 'medie', en: 'medium' },
  high: { ro: 'mare', en: 'high' },
  critical: { ro: 'critică', en: 'critical' },
} satisfies Readonly<Record<Severity, Copy>>)

/** The categories of a new election, after the headings of the observers' handbooks of OSCE/ODIHR and NDI. */
export const starterNames = copy({
  'opening-closing': { ro: 'Deschidere și închidere', en: 'Opening and closing' },
  materials: { ro: 'Materiale și sigilii', en: 'Materials and seals' },
  'voter-lists': {
    ro: 'Liste electorale și identificare',
    en: 'Voter lists and identification',
  },
  secrecy: { ro: 'Secretul votului', en: 'Secrecy of the vote' },
  'multiple-voting': { ro: 'Vot multiplu sau pentru altul', en: 'Multiple or proxy voting' },
  'ballot-stuffing': { ro: 'Buletine introduse fraudulos', en: 'Ballot stuffing' },
  'vote-buying': { ro: 'Mită electorală', en: 'Vote buying' },
  campaigning: { ro: 'Campanie la secție', en: 'Campaigning at the station' },
  intimidation: { ro: 'Intimidare și presiuni', en: 'Intimidation and pressure' },
  violence: { ro: 'Violență și dezordine', en: 'Violence and disorder' },
  'unauthorised-persons': { ro: 'Persoane neautorizate', en: 'Unauthorised persons' },
  'observer-access': { ro: 'Accesul observatorilor', en: 'Access of observers' },
  accessibility: {
    ro: 'Acces pentru persoane cu dizabilități',
    en: 'Access for voters with disabilities',
  },
  counting: { ro: 'Numărare și procese-verbale', en: 'Counting and results protocols' },
  technical: { ro: 'Probleme tehnice', en: 'Technical problems' },
  other: { ro: 'Altele', en: 'Other' },
} satisfies Words)
