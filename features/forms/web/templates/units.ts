export const voters = { ro: 'alegători', en: 'voters' }
export const ballots = { ro: 'buletine', en: 'ballots' }
export const votes = { ro: 'voturi', en: 'votes' }
export const people = { ro: 'persoane', en: 'people' }
export const minutes = { ro: 'minute', en: 'minutes' }
