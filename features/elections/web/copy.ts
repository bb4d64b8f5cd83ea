import { copy } from '#kit/contract/copy.ts'

/** Texts of the frame of each page: part of the first script; the rest is loaded with the pages. */
export const say = copy({
  menu: { ro: 'Alegeri', en: 'Elections' },

  // The line at the head of each page, about a rehearsal or an archived election.
  rehearsalOf: {
    ro: '{election}: nimic din ce vezi nu este real.',
    en: '{election}: nothing you see is real.',
  },
  end: { ro: 'Încheie repetiția…', en: 'End the rehearsal…' },
  lookAwayShort: { ro: 'Înapoi', en: 'Back' },
  rehearsal: { ro: 'Repetiție', en: 'Rehearsal' },
  readOnly: { ro: 'Arhivate, doar citire', en: 'Archived, read only' },
  lookAway: { ro: 'Înapoi la alegerile curente', en: 'Back to the current election' },
})
