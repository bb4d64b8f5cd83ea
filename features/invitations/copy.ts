import { copy } from '#kit/contract/copy.ts'

/** Emails with a link. */
export const letters = copy({
  invitedSubject: {
    ro: 'Alege parola contului tău Veghe',
    en: 'Choose the password of your Veghe account',
  },
  invited: {
    ro: '{by} te invită să folosești contul „{account}”. Prin legătura de mai jos îi alegi parola; ține trei zile și se deschide o singură dată.',
    en: '{by} invites you to use the account “{account}”. Choose its password with the link below; it works for three days, and once.',
  },
  forgottenSubject: {
    ro: 'Parolă nouă pentru contul tău Veghe',
    en: 'A new password for your Veghe account',
  },
  forgotten: {
    ro: 'Cineva a spus că a uitat parola contului „{account}”. Dacă ești tu, alege alta prin legătura de mai jos, în cel mult o oră. Dacă nu, nu trebuie să faci nimic.',
    en: 'A new password was requested for the account “{account}”. If it was you, choose a new one with the link below within an hour. If not, you need do nothing.',
  },
})

export const say = copy({
  choosePassword: { ro: 'Alege parola', en: 'Choose your password' },
  ofAccount: { ro: 'Pentru contul {account}.', en: 'For the account {account}.' },
  newPassword: { ro: 'Parolă nouă', en: 'New password' },
  passwordAbout: { ro: 'Cel puțin zece caractere', en: 'At least ten characters' },
  passwordExpected: {
    ro: 'O parolă are cel puțin zece caractere.',
    en: 'A password has at least ten characters.',
  },
  setAndSignIn: { ro: 'Alege parola și intră', en: 'Set it and sign in' },
  noLink: {
    ro: 'Legătura nu este întreagă. Deschide-o din nou din mesaj, sau cere alta.',
    en: 'The link is incomplete. Open it again from the e-mail, or ask for another.',
  },
  forgotten: { ro: 'Ai uitat parola?', en: 'Forgot your password?' },
  forgottenAbout: {
    ro: 'Scrie numele contului. Dacă are o adresă de e-mail, îi trimitem o legătură prin care alegi alta; dacă nu are, cere una unui organizator.',
    en: 'Enter the name of your account. If it has an e-mail address, we send a link to choose a new password; if it has none, ask an organiser for a link.',
  },
  user: { ro: 'Utilizator', en: 'User' },
  userExpected: { ro: 'Scrie numele de utilizator.', en: 'Enter your user name.' },
  sendLink: { ro: 'Trimite legătura', en: 'Send the link' },
  onItsWay: {
    ro: 'Dacă acest cont are o adresă de e-mail, legătura este pe drum. Ține o oră.',
    en: 'If this account has an e-mail address, the link is on its way. It works for an hour.',
  },
  toSignIn: { ro: 'Înapoi la autentificare', en: 'Back to sign-in' },
  link: { ro: 'Legătura pentru {account}', en: 'The link for {account}' },
  linkAbout: {
    ro: 'Cine o deschide alege parola contului. Dă-o doar acelei persoane; nu se mai arată, se deschide o singură dată și ține trei zile.',
    en: 'The person who opens it chooses the password of the account. Give it only to them; it is not shown again, and works once, within three days.',
  },
  alsoMailed: { ro: 'Am trimis-o și prin e-mail.', en: 'We have also sent it by e-mail.' },
  copyLink: { ro: 'Copiază', en: 'Copy' },
  copied: { ro: 'Copiat', en: 'Copied' },
  done: { ro: 'Gata', en: 'Done' },
})
