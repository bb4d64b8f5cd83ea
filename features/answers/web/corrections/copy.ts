import { copy } from '#kit/contract/copy.ts'

export const say = copy({
  correct: { ro: 'Corectează', en: 'Correct' },
  correctOf: { ro: 'Corectează răspunsul la {code}', en: 'Correct the answer to {code}' },
  correctedBy: { ro: 'Corectat de {by}, {time}:', en: 'Corrected by {by}, {time}:' },
  own: { ro: 'Observatorul a răspuns:', en: 'The observer answered:' },
  noAnswer: { ro: 'niciun răspuns', en: 'no answer' },
  clear: { ro: 'Niciun răspuns', en: 'No answer' },
  options: { ro: 'Răspunsul care contează', en: 'The answer that counts' },
  reason: { ro: 'Motivul', en: 'Reason' },
  reasonExpected: { ro: 'Scrie motivul corectării.', en: 'Write the reason for the correction.' },
  reasonAbout: {
    ro: 'Răspunsul observatorului rămâne vizibil alături.',
    en: 'The observer’s own answer stays visible beside it.',
  },
  corrected: { ro: 'Răspunsul la {code} este corectat.', en: 'The answer to {code} is corrected.' },
  takeBack: { ro: 'Ia înapoi corectarea', en: 'Take back the correction' },
  takeBackOf: {
    ro: 'Ia înapoi corectarea răspunsului la {code}',
    en: 'Take back the correction of the answer to {code}',
  },
  takenBack: {
    ro: 'Contează din nou răspunsul observatorului la {code}.',
    en: 'The observer’s own answer to {code} counts again.',
  },
})
