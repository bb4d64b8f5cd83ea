import { copy } from '#kit/contract/copy.ts'

export const say = copy({
  skip: { ro: 'Sari la conținut', en: 'Skip to content' },
  mainMenu: { ro: 'Meniu principal', en: 'Main menu' },
  stations: { ro: 'Secții de votare', en: 'Polling stations' },
  answers: { ro: 'Răspunsuri', en: 'Answers' },
  statistics: { ro: 'Statistici', en: 'Statistics' },
  forms: { ro: 'Formulare', en: 'Forms' },
  observers: { ro: 'Observatori', en: 'Observers' },
  notifications: { ro: 'Notificări', en: 'Notifications' },
  settings: { ro: 'Setări', en: 'Settings' },
  unplaced: { ro: 'Rapoarte fără loc', en: 'Unplaced reports' },
  accounts: { ro: 'Organizații și conturi', en: 'Organisations and accounts' },
  elections: { ro: 'Alegeri', en: 'Elections' },
  guide: { ro: 'Ghid', en: 'Guide' },
  opensNewTab: { ro: '(se deschide într-o filă nouă)', en: '(opens in a new tab)' },
  home: { ro: 'Veghe, prima pagină', en: 'Veghe, first page' },
  search: { ro: 'Caută sau fă ceva', en: 'Search, or do something' },
  live: { ro: 'În direct', en: 'Live' },
  connecting: { ro: 'Se conectează', en: 'Connecting' },
  reconnecting: { ro: 'Se reconectează', en: 'Reconnecting' },
  notFound: { ro: 'Pagina nu există', en: 'There is no such page' },
  notFoundWhy: {
    ro: 'Adresa este greșită sau pagina s-a mutat.',
    en: 'The address is wrong, or the page has moved.',
  },
  toAnswers: { ro: 'Mergi la răspunsuri', en: 'Go to the answers' },
})
