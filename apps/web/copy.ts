import { copy } from '#kit/contract/copy.ts'

export const say = copy({
  skip: { ro: 'Sari la conținut', en: 'Skip to content' },
  where: { ro: 'Unde ești', en: 'Where you are' },
  whole: { ro: 'Arată tot rândul', en: 'Show the whole line' },
  onlyCounties: { ro: 'doar {counties}', en: '{counties} only' },
  noCounty: { ro: 'niciunul dintre județele tale', en: 'none of your counties' },
  countiesCounted: {
    ro: { one: 'doar {count} județ', few: 'doar {count} județe', other: 'doar {count} de județe' },
    en: { one: '{count} county only', other: '{count} counties only' },
  },
  mainMenu: { ro: 'Meniu principal', en: 'Main menu' },
  settings: { ro: 'Setări', en: 'Settings' },
  security: { ro: 'Securitate', en: 'Security' },
  guide: { ro: 'Ghid', en: 'Guide' },
  opensNewTab: { ro: '(se deschide într-o filă nouă)', en: '(opens in a new tab)' },
  home: { ro: 'Veghe, prima pagină', en: 'Veghe, home page' },
  search: { ro: 'Caută sau alege o comandă', en: 'Search or run a command' },
  live: { ro: 'În direct', en: 'Live' },
  connecting: { ro: 'Se conectează', en: 'Connecting' },
  behind: { ro: 'Server ocupat, recitește', en: 'Server busy, refreshing' },
  reconnecting: { ro: 'Se reconectează', en: 'Reconnecting' },
  asOf: { ro: ', date de la {time}', en: ', as of {time}' },
  notFound: { ro: 'Pagina nu există', en: 'There is no such page' },
  notFoundWhy: {
    ro: 'Adresa este greșită sau pagina s-a mutat.',
    en: 'The address is wrong, or the page has moved.',
  },
  notAllowed: { ro: 'Fără acces', en: 'No access' },
  notAllowedWhy: {
    ro: 'Rolul contului tău nu cuprinde această pagină. Cine administrează conturile îl poate schimba.',
    en: 'The role of your account does not include this page. A manager of accounts can change it.',
  },
  onlyRead: {
    ro: 'Citești alegeri arhivate, în care nu se schimbă nimic.',
    en: 'You are reading an archived election, in which nothing is changed.',
  },
  onlyReadWhy: {
    ro: 'Pagina aceasta se deschide din nou în alegerile curente, dacă o cuprinde rolul tău.',
    en: 'This page opens again in the current election, if your role includes it.',
  },
  toAnswers: { ro: 'Mergi la răspunsuri', en: 'Go to the answers' },
})
