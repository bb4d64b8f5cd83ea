import type { Copy } from '#kit/contract/copy.ts'
import { copy } from '#kit/contract/copy.ts'
import type { Outcome } from './domain.ts'

export const outcomeWords = copy({
  reached: { ro: 'A răspuns', en: 'Reached' },
  'no-answer': { ro: 'Nu răspunde', en: 'No answer' },
  'call-back': { ro: 'De sunat iar', en: 'Call back' },
  'wrong-number': { ro: 'Număr greșit', en: 'Wrong number' },
  refuses: { ro: 'Refuză', en: 'Refuses' },
} satisfies Readonly<Record<Outcome, Copy>>)

export const say = copy({
  calls: { ro: 'Apeluri', en: 'Calls' },
  lastCall: { ro: 'Ultimul apel', en: 'Last call' },
  none: { ro: 'Nu a fost sunat.', en: 'They have not been called.' },
  at: { ro: 'la {time}', en: 'at {time}' },
  howEnded: { ro: 'Cum s-a încheiat apelul', en: 'How the call ended' },
  note: { ro: 'Observație', en: 'Note' },
  logged: { ro: 'Apel notat: {outcome}', en: 'Call logged: {outcome}' },
  undone: { ro: 'Apelul a fost anulat', en: 'The call was undone' },
  undo: { ro: 'Anulează', en: 'Undo' },
  undoOf: { ro: 'Anulează apelul de la {time}', en: 'Undo the call at {time}' },
  earlier: { ro: 'Apeluri mai vechi', en: 'Earlier calls' },

  // When to call back.
  when: { ro: 'Când sunăm iar', en: 'When to call back' },
  inMinutes: { ro: 'în {minutes} min', en: 'in {minutes} min' },
  inAnHour: { ro: 'într-o oră', en: 'in 1 hour' },
  time: { ro: 'Ora', en: 'Time' },
  timeWrong: { ro: 'Scrie ora, de exemplu 21:30', en: 'Write a time, such as 21:30' },
  save: { ro: 'Notează', en: 'Log' },
})
