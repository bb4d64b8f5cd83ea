import { copy } from '#kit/contract/copy.ts'

/** Letters with a link. */
export const letters = copy({
  invitedSubject: {
    ro: 'Alege parola contului tău Veghe',
    en: 'Choose the password of your Veghe account',
  },
  invited: {
    ro: '{by} te invită să folosești contul „{account}”. Prin legătura de mai jos îi alegi parola; ține trei zile și se deschide o singură dată.',
    en: '{by} invites you to use the account “{account}”. By the link below you choose its password; it holds for three days and opens once.',
  },
  forgottenSubject: {
    ro: 'Parolă nouă pentru contul tău Veghe',
    en: 'A new password for your Veghe account',
  },
  forgotten: {
    ro: 'Cineva a spus că a uitat parola contului „{account}”. Dacă ești tu, alege alta prin legătura de mai jos, în cel mult o oră. Dacă nu, nu trebuie să faci nimic.',
    en: 'Somebody said that they forgot the password of the account “{account}”. If it is you, choose another by the link below, within an hour. If not, there is nothing you need to do.',
  },
})

export const say = copy({
  choosePassword: { ro: 'Alege parola', en: 'Choose your password' },
  ofAccount: { ro: 'Pentru contul {account}.', en: 'For the account {account}.' },
  newPassword: { ro: 'Parolă nouă', en: 'New password' },
  passwordAbout: { ro: 'Cel puțin zece semne', en: 'At least ten characters' },
  passwordExpected: {
    ro: 'O parolă are cel puțin zece semne.',
    en: 'A password has ten characters at least.',
  },
  setAndSignIn: { ro: 'Alege parola și intră', en: 'Set it and sign in' },
  noLink: {
    ro: 'Legătura nu este întreagă. Deschide-o din nou din mesaj, sau cere alta.',
    en: 'The link is not whole. Open it again from the letter, or ask for another.',
  },
  forgotten: { ro: 'Ai uitat parola?', en: 'Forgot your password?' },
  forgottenAbout: {
    ro: 'Scrie numele contului. Dacă are o adresă de e-mail, îi trimitem o legătură prin care alegi alta; dacă nu are, cere una unui organizator.',
    en: 'Enter the name of your account. If it has an e-mail address we mail it a link by which you choose another; if it has none, ask an organiser for one.',
  },
  user: { ro: 'Utilizator', en: 'User' },
  userExpected: { ro: 'Scrie numele de utilizator.', en: 'Enter your user name.' },
  sendLink: { ro: 'Trimite legătura', en: 'Send the link' },
  onItsWay: {
    ro: 'Dacă acest cont are o adresă de e-mail, legătura este pe drum. Ține o oră.',
    en: 'If this account has an e-mail address, the link is on its way. It holds for an hour.',
  },
  toSignIn: { ro: 'Înapoi la autentificare', en: 'Back to signing in' },
  link: { ro: 'Legătura pentru {account}', en: 'The link for {account}' },
  linkAbout: {
    ro: 'Cine o deschide alege parola contului. Dă-o doar acelei persoane; nu se mai arată, se deschide o singură dată și ține trei zile.',
    en: 'Whoever opens it chooses the password of the account. Give it to that person alone; it is not shown again, opens once and holds for three days.',
  },
  alsoMailed: { ro: 'Am trimis-o și prin e-mail.', en: 'It is on its way by mail as well.' },
  copyLink: { ro: 'Copiază', en: 'Copy' },
  copied: { ro: 'Copiat', en: 'Copied' },
  done: { ro: 'Gata', en: 'Done' },
})
