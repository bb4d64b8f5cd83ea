import { copy } from '#kit/contract/copy.ts'

export const say = copy({
  situation: { ro: 'Situația alegerilor', en: 'Situation room' },
  asOf: { ro: 'la {time}', en: 'at {time}' },
  stale: { ro: 'Fără legătură de la {time}', en: 'No connection since {time}' },

  // What waits.
  now: { ro: 'Acum', en: 'Now' },
  handover: { ro: 'Predarea turei', en: 'Shift handover' },
  waiting: { ro: 'Ce așteaptă', en: 'Waiting' },
  unseen: { ro: 'Semnalate și nevăzute', en: 'Flagged, not seen' },
  silent: { ro: 'Fără semn de o oră', en: 'Silent for an hour' },
  lateNow: { ro: 'Termene depășite', en: 'Deadlines missed' },
  dueNow: {
    ro: 'Termene în 30 de minute, neîncepute',
    en: 'Due within 30 minutes, not begun',
  },
  unmatched: { ro: 'De încadrat', en: 'Unmatched reports' },
  differing: { ro: 'Diferențe', en: 'Differences' },
  elsewhereNow: { ro: 'La altă secție decât cea din plan', en: 'Elsewhere than planned' },
  worstCounties: { ro: 'Cele mai afectate județe', en: 'Worst counties' },
  lateOf: { ro: 'Termene depășite', en: 'Deadlines missed' },
  flaggedOf: { ro: 'Rapoarte semnalate', en: 'Flagged reports' },
  partOf: { ro: '{part} din {whole}', en: '{part} of {whole}' },
  newestUnseen: { ro: 'Nou de când te-ai uitat', en: 'New since you last looked' },
  allSeen: { ro: 'Niciun raport semnalat nevăzut.', en: 'No unseen flagged reports.' },
  allUnseen: {
    ro: { one: 'Arată-l', few: 'Arată toate cele {count}', other: 'Arată toate cele {count}' },
    en: { one: 'Show it', other: 'Show all {count}' },
  },

  // Figures.
  figures: { ro: 'Cifre', en: 'Figures' },
  covered: { ro: 'Secții acoperite', en: 'Stations covered' },
  visited: { ro: 'Secții vizitate', en: 'Stations visited' },
  metOf: {
    ro: '{met} din cele {covered} acoperite',
    en: '{met} of the {covered} covered',
  },
  ofTarget: {
    ro: {
      one: 'din {count} secție în țintă',
      few: 'din {count} secții în țintă',
      other: 'din {count} de secții în țintă',
    },
    en: { one: 'of {count} station in the target', other: 'of {count} stations in the target' },
  },
  ofStations: {
    ro: {
      one: 'din {count} secție',
      few: 'din {count} secții',
      other: 'din {count} de secții',
    },
    en: { one: 'of {count} station', other: 'of {count} stations' },
  },
  ofDeadlines: {
    ro: {
      one: 'din {count} termen',
      few: 'din {count} termene',
      other: 'din {count} de termene',
    },
    en: { one: 'of {count} deadline', other: 'of {count} deadlines' },
  },
  done: { ro: 'Termene îndeplinite', en: 'Deadlines met' },
  late: { ro: 'Termene depășite', en: 'Deadlines missed' },
  dueSoon: {
    ro: {
      one: 'încă {count} termen în 30 de minute, neînceput',
      few: 'încă {count} termene în 30 de minute, neîncepute',
      other: 'încă {count} de termene în 30 de minute, neîncepute',
    },
    en: {
      one: '{count} more deadline within 30 minutes, not begun',
      other: '{count} more deadlines within 30 minutes, not begun',
    },
  },
  flagged: { ro: 'Răspunsuri semnalate', en: 'Flagged answers' },
  perMinute: { ro: 'Trimiteri pe minut', en: 'Submissions a minute' },
  observersHeard: {
    ro: {
      one: '{count} observator în ultima oră',
      few: '{count} observatori în ultima oră',
      other: '{count} de observatori în ultima oră',
    },
    en: { one: '{count} observer in the last hour', other: '{count} observers in the last hour' },
  },
  elsewhere: {
    ro: {
      one: '{count} la altă secție decât cea din plan',
      few: '{count} la alte secții decât cele din plan',
      other: '{count} la alte secții decât cele din plan',
    },
    en: {
      one: '{count} at another station than planned',
      other: '{count} at other stations than planned',
    },
  },
  pace: { ro: 'Trimiteri pe minut, ultima oră', en: 'Submissions a minute, the last hour' },
  paceIs: {
    ro: {
      one: '{count} trimitere într-o oră, cel mult {most} pe minut',
      few: '{count} trimiteri într-o oră, cel mult {most} pe minut',
      other: '{count} de trimiteri într-o oră, cel mult {most} pe minut',
    },
    en: {
      one: '{count} submission in an hour, at most {most} a minute',
      other: '{count} submissions in an hour, at most {most} a minute',
    },
  },

  // The newest urgent reports.
  urgent: { ro: 'Cele mai noi semnalări', en: 'Newest flagged' },
  nothingUrgent: { ro: 'Nimic semnalat', en: 'Nothing flagged' },
  station: { ro: 'secția {number}', en: 'station {number}' },
  flaggedCount: {
    ro: { one: '{count} semnalat', few: '{count} semnalate', other: '{count} de semnalate' },
    en: { one: '{count} flagged', other: '{count} flagged' },
  },
  noteCount: {
    ro: { one: '{count} notă', few: '{count} note', other: '{count} de note' },
    en: { one: '{count} note', other: '{count} notes' },
  },

  // The strips of the counties.
  counties: { ro: 'Județe', en: 'Counties' },
  countiesAbout: {
    ro: 'Cele mai afectate întâi: rapoarte semnalate; la fiecare termen, câți l-au îndeplinit și câți au întârziat',
    en: 'Worst first: flagged reports; of each milestone, how many have met it and how many are late',
  },
  county: { ro: 'Județ', en: 'County' },
  doneOf: { ro: '{done} din {expected}', en: '{done} of {expected}' },
  lateCount: {
    ro: { one: '{count} întârziat', few: '{count} întârziați', other: '{count} de întârziați' },
    en: { one: '{count} late', other: '{count} late' },
  },
  nothingExpected: { ro: 'Nimic de așteptat încă', en: 'Nothing is expected yet' },
  nothingExpectedWhy: {
    ro: 'Cu un plan și cu termene se vede aici cât e îndeplinit în fiecare județ.',
    en: 'With a plan and milestones this shows how far each county is.',
  },

  // The map.
  map: { ro: 'Hartă', en: 'Map' },
  mapAbout: {
    ro: 'Partea secțiilor din care a sosit un răspuns sau o notă',
    en: 'The share of stations from which an answer or a note has come',
  },
  none: { ro: 'Niciuna', en: 'None' },

  // The wall links.
  links: { ro: 'Linkuri de perete', en: 'Wall links' },
  linksAbout: {
    ro: 'Cu un link, un ecran arată situația fără cont: doar cifre, niciun nume și nicio notă. Se închide de îndată ce e retras.',
    en: 'With a link a screen shows the situation without an account: only counts, no names and no notes. A withdrawn link ends at once.',
  },
  linkName: { ro: 'Numele linkului', en: 'Name of the link' },
  linkNameAbout: {
    ro: 'Unde se vede, de pildă sala de presă',
    en: 'Where it is shown, such as the press room',
  },
  linkNameExpected: { ro: 'Scrie unde se vede.', en: 'Say where it is shown.' },
  makeLink: { ro: 'Creează un link', en: 'Make a link' },
  linkOnce: {
    ro: 'Copiază linkul acum: e arătat o singură dată.',
    en: 'Copy the link now: it is shown this once.',
  },
  linkUsed: { ro: 'Folosit ultima dată', en: 'Last used' },
  linkUnused: { ro: 'Nefolosit încă', en: 'Not used yet' },
  withdraw: { ro: 'Retrage', en: 'Withdraw' },
  withdrawOf: { ro: 'Retrage linkul {name}', en: 'Withdraw the link {name}' },
  linkWithdrawn: { ro: 'Linkul „{name}” a fost retras', en: 'The link “{name}” was withdrawn' },
  linkWithdrawnWhat: {
    ro: 'Ecranele deschise cu el s-au închis.',
    en: 'Screens that were open by it have ended.',
  },
  linkRestored: { ro: 'Linkul „{name}” e din nou valabil', en: 'The link “{name}” is valid again' },
  close: { ro: 'Închide', en: 'Close' },

  // The wall itself.
  linkEnded: { ro: 'Linkul nu mai e valabil', en: 'This link is no longer valid' },
  linkEndedWhy: {
    ro: 'A fost retras sau nu e întreg. Cere altul organizatorului.',
    en: 'It was withdrawn, or is not complete. Ask the organiser for another.',
  },
  notReached: { ro: 'Serverul nu răspunde', en: 'The server does not answer' },
  notReachedWhy: { ro: 'Se încearcă din nou.', en: 'Trying again.' },

  // Its buttons.
  pages: { ro: 'Paginile ecranului', en: 'Pages of the screen' },
  pageOf: { ro: '{title}, {nth} din {count}', en: '{title}, {nth} of {count}' },
  previous: { ro: 'Pagina dinainte', en: 'Previous page' },
  next: { ro: 'Pagina următoare', en: 'Next page' },
  pause: { ro: 'Oprește la această pagină', en: 'Stay on this page' },
  goOn: { ro: 'Continuă', en: 'Go on' },
  fullScreen: { ro: 'Tot ecranul', en: 'Full screen' },
  leaveFullScreen: { ro: 'Închide tot ecranul', en: 'Leave full screen' },
  light: { ro: 'Fond deschis', en: 'Light' },
  dark: { ro: 'Fond închis', en: 'Dark' },
})
