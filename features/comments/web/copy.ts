import { copy } from '#kit/contract/copy.ts'

export const say = copy({
  comments: { ro: 'Comentarii', en: 'Comments' },
  whoReads: {
    ro: 'Le citește echipa, nu observatorul.',
    en: 'Your team reads them, the observer does not.',
  },
  none: { ro: 'Niciun comentariu.', en: 'No comments.' },
  yours: { ro: 'Comentariu nou', en: 'New comment' },
  howToMention: {
    ro: '@ și numele unui cont îi trimite o alertă.',
    en: '@ and the name of an account alerts them.',
  },
  mentionable: { ro: 'Conturi de menționat', en: 'Accounts to mention' },
  offered: {
    ro: {
      one: 'Un cont: săgețile aleg, Enter îl scrie.',
      few: '{count} conturi: săgețile aleg, Enter îl scrie.',
      other: '{count} de conturi: săgețile aleg, Enter îl scrie.',
    },
    en: {
      one: 'One account: arrows choose, Enter writes it.',
      other: '{count} accounts: arrows choose, Enter writes it.',
    },
  },
  write: { ro: 'Comentează', en: 'Comment' },
  delete: { ro: 'Șterge comentariul de la {time}', en: 'Delete the comment of {time}' },
  deleted: { ro: 'Comentariul a fost șters.', en: 'The comment was deleted.' },
  restored: { ro: 'Comentariul este înapoi.', en: 'The comment is back.' },
})
