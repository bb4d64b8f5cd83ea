import { copy } from '#kit/contract/copy.ts'

export const say = copy({
  comments: { ro: 'Comentarii', en: 'Comments' },
  whoReads: {
    ro: 'Le citește echipa, nu observatorul.',
    en: 'Your team reads them, the observer does not.',
  },
  none: { ro: 'Niciun comentariu.', en: 'No comments.' },
  yours: { ro: 'Comentariu nou', en: 'New comment' },
  write: { ro: 'Comentează', en: 'Comment' },
  delete: { ro: 'Șterge comentariul de la {time}', en: 'Delete the comment of {time}' },
  deleted: { ro: 'Comentariul a fost șters.', en: 'The comment was deleted.' },
  restored: { ro: 'Comentariul este înapoi.', en: 'The comment is back.' },
})
