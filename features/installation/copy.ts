import { type Copy, copy } from '#kit/contract/copy.ts'
import type { CheckName, CheckState, Finding } from './domain.ts'

export const say = copy({
  title: { ro: 'Stare server', en: 'Server check' },
  again: { ro: 'Verifică din nou', en: 'Check again' },
  commandLine: {
    ro: 'Aceeași verificare, în terminal: npm run doctor',
    en: 'The same check, in a terminal: npm run doctor',
  },
})

export const stateWords: Readonly<Record<CheckState, Copy>> = copy({
  fine: { ro: 'bine', en: 'fine' },
  'look-at': { ro: 'de văzut', en: 'look at' },
  wrong: { ro: 'greșit', en: 'wrong' },
} satisfies Record<CheckState, Copy>)

export const checkWords: Readonly<Record<CheckName, Copy>> = copy({
  settings: { ro: 'Setări', en: 'Settings' },
  database: { ro: 'Baza de date', en: 'Database' },
  migrations: { ro: 'Migrări', en: 'Migrations' },
  clock: { ro: 'Ceas', en: 'Clock' },
  replica: { ro: 'Replică', en: 'Replica' },
  disk: { ro: 'Disc', en: 'Disk' },
  memory: { ro: 'Memorie', en: 'Memory' },
  address: { ro: 'Adresa publică', en: 'Public address' },
  proxy: { ro: 'Proxy', en: 'Proxy' },
  mail: { ro: 'E-mail', en: 'Mail' },
  push: { ro: 'Mesaje push', en: 'Push messages' },
  backup: { ro: 'Copii de siguranță', en: 'Backups' },
} satisfies Record<CheckName, Copy>)

/** What a check found, and what to do. */
export const findingWords: Readonly<Record<Finding, Copy>> = copy({
  settingsFine: { ro: 'Sunt corecte.', en: 'They are well formed.' },
  settingsMalformed: {
    ro: '{reason}. Corectează variabila; până atunci serverul nu pornește și nimic altceva nu se verifică.',
    en: '{reason}. Correct the variable; until then the server does not start, and nothing else is checked.',
  },
  databaseFine: {
    ro: 'PostgreSQL {version} răspunde în {ms} ms.',
    en: 'PostgreSQL {version} answers in {ms} ms.',
  },
  databaseEmbedded: {
    ro: 'PostgreSQL {version} inclus răspunde în {ms} ms. Îi lipsesc corecturi de securitate: pentru alegeri adevărate setează DATABASE_URL.',
    en: 'The embedded PostgreSQL {version} answers in {ms} ms. It lacks security fixes: for a real election set DATABASE_URL.',
  },
  databaseSlow: {
    ro: 'PostgreSQL {version} răspunde abia în {ms} ms. Mută-l mai aproape de server.',
    en: 'PostgreSQL {version} takes {ms} ms to answer. Move it closer to the server.',
  },
  databaseAway: {
    ro: 'Nu poate fi folosită: {reason}. Verifică DATABASE_URL și dacă PostgreSQL rulează.',
    en: 'It cannot be used: {reason}. Check DATABASE_URL, and that PostgreSQL runs.',
  },
  databaseMissing: {
    ro: 'Niciun server nu a pornit vreodată în {folder}. Verifică DATA_DIR și DATABASE_URL, apoi rulează npm start.',
    en: 'No server was ever started in {folder}. Check DATA_DIR and DATABASE_URL, then run npm start.',
  },
  migrationsFine: { ro: 'Toate au rulat.', en: 'All have run.' },
  migrationsDue: {
    ro: 'Mai sunt {count} de rulat. Pornește serverul, care le rulează.',
    en: '{count} have not run. Start the server, which runs them.',
  },
  migrationsRefused: {
    ro: '{reason}. Folosește versiunea Veghe care se potrivește cu baza de date.',
    en: '{reason}. Use the version of Veghe that fits the database.',
  },
  clockFine: {
    ro: 'Bazei de date și serverului le arată ceasul la fel (diferență de {seconds} s).',
    en: 'The clocks of database and server agree ({seconds} s apart).',
  },
  clockOff: {
    ro: 'Ceasurile bazei de date și serverului diferă cu {seconds} s. Pornește sincronizarea orei (NTP) pe amândouă.',
    en: 'The clocks of database and server are {seconds} s apart. Synchronise both (NTP).',
  },
  clockWrong: {
    ro: 'Ceasurile bazei de date și serverului diferă cu {seconds} s: orele rapoartelor vor fi greșite. Pornește sincronizarea orei (NTP) pe amândouă.',
    en: 'The clocks of database and server are {seconds} s apart: times of reports will be wrong. Synchronise both (NTP).',
  },
  replicaUnset: { ro: 'Nu este setată; nu este nevoie.', en: 'None is set; none is needed.' },
  replicaFine: {
    ro: 'Răspunde, cu {megabytes} MB în urmă.',
    en: 'It answers, {megabytes} MB behind.',
  },
  replicaBehind: {
    ro: 'Este cu {megabytes} MB în urmă, deci citirile merg la baza principală. Verifică legătura și discul ei.',
    en: 'It is {megabytes} MB behind, so reads go to the primary. Check its network and disk.',
  },
  replicaAway: {
    ro: 'Nu poate fi folosită: {reason}. Verifică DATABASE_REPLICA_URL; citirile merg la baza principală.',
    en: 'It cannot be used: {reason}. Check DATABASE_REPLICA_URL; reads go to the primary.',
  },
  diskFine: {
    ro: '{gigabytes} GB liberi în {folder}.',
    en: '{gigabytes} GB are free in {folder}.',
  },
  diskLow: {
    ro: 'Doar {gigabytes} GB liberi în {folder}. Fă loc înainte de ziua alegerilor.',
    en: 'Only {gigabytes} GB are free in {folder}. Make room before election day.',
  },
  diskFull: {
    ro: 'Discul cu {folder} este aproape plin ({gigabytes} GB liberi). Fă loc acum: rapoartele vor fi refuzate.',
    en: 'The disk with {folder} is nearly full ({gigabytes} GB free). Make room now: reports will be refused.',
  },
  memoryFine: {
    ro: '{free} MB disponibili din {total} MB.',
    en: '{free} MB of {total} MB are available.',
  },
  memoryLow: {
    ro: 'Doar {free} MB disponibili din {total} MB. Oprește alte programe sau ia o mașină mai mare.',
    en: 'Only {free} MB of {total} MB are available. Stop other programs, or take a larger machine.',
  },
  addressFine: {
    ro: '{url} răspunde; certificatul este bun încă {days} zile.',
    en: '{url} answers; its certificate is good for {days} days.',
  },
  addressUnset: {
    ro: 'PUBLIC_URL nu este setat: nu se trimit linkuri de parolă și nu merge HSTS. Setează adresa https a acestui server.',
    en: 'PUBLIC_URL is not set: no password links are mailed, and there is no HSTS. Set the https address of this server.',
  },
  addressPlain: {
    ro: '{url} nu este https: parolele trec necriptate. Pune în față un proxy cu TLS, precum Caddy.',
    en: '{url} is not https: passwords travel unencrypted. Put a proxy with TLS in front, such as Caddy.',
  },
  addressExpires: {
    ro: '{url} răspunde, dar certificatul expiră în {days} zile. Verifică reînnoirea lui.',
    en: '{url} answers, but its certificate expires in {days} days. Check its renewal.',
  },
  addressAway: {
    ro: '{url} nu răspunde de pe această mașină: {reason}. Deschide adresa pe un telefon; dacă nu merge nici acolo, verifică DNS-ul și proxy-ul.',
    en: '{url} does not answer from this machine: {reason}. Open it on a phone; if that fails too, check DNS and the proxy.',
  },
  addressElsewhere: {
    ro: '{url} răspunde ({status}), dar nu ca acest server. Verifică PUBLIC_URL și spre ce duce proxy-ul.',
    en: '{url} answers ({status}), but not as this server. Check PUBLIC_URL, and where the proxy leads.',
  },
  addressUntrusted: {
    ro: 'Certificatul de la {url} nu este acceptat: {reason}. Telefoanele vor refuza: reînnoiește-l.',
    en: 'The certificate of {url} is not accepted: {reason}. Phones will refuse it: renew it.',
  },
  proxyFine: {
    ro: 'TRUST_PROXY se potrivește cu adresele.',
    en: 'TRUST_PROXY fits the addresses.',
  },
  proxyUntrusted: {
    ro: 'PUBLIC_URL este https, deci în față este un proxy, dar TRUST_PROXY este oprit: toți par să vină de la aceeași adresă. Setează TRUST_PROXY=on.',
    en: 'PUBLIC_URL is https, so there is a proxy, but TRUST_PROXY is off: everybody seems to come from one address. Set TRUST_PROXY=on.',
  },
  proxyForged: {
    ro: 'TRUST_PROXY este pornit și HOST primește și apeluri care nu trec prin proxy: ele își pot inventa adresa. Lasă doar proxy-ul să ajungă la acest port.',
    en: 'TRUST_PROXY is on, and HOST also takes calls that bypass the proxy: they can forge their address. Let only the proxy reach this port.',
  },
  mailFine: { ro: '{host} acceptă autentificarea.', en: '{host} accepts the sign-in.' },
  mailUnset: {
    ro: 'Nu este setat: parolele uitate se schimbă doar de un administrator. Setează SMTP_URL și MAIL_FROM.',
    en: 'It is not set: only an administrator can replace a forgotten password. Set SMTP_URL and MAIL_FROM.',
  },
  mailAway: {
    ro: '{host} nu poate fi folosit: {reason}. Verifică SMTP_URL.',
    en: '{host} cannot be used: {reason}. Check SMTP_URL.',
  },
  pushFine: {
    ro: 'Setate corect pentru telefoane și browsere.',
    en: 'They are set and well formed for phones and browsers.',
  },
  pushPartly: {
    ro: '{setting} nu este setat: o parte din dispozitive nu primește mesaje.',
    en: '{setting} is not set: some devices get no messages.',
  },
  pushUnset: {
    ro: 'Nu sunt setate: mesajele și mementourile nu ajung la nimeni. Setează FCM_SERVICE_ACCOUNT pentru telefoane.',
    en: 'They are not set: messages and reminders reach no one. Set FCM_SERVICE_ACCOUNT for phones.',
  },
  backupFine: {
    ro: 'Ultima este de acum {hours} ore; restaurarea de probă din {tested} a reușit.',
    en: 'The newest is {hours} hours old; the test restore of {tested} succeeded.',
  },
  backupUntested: {
    ro: 'Ultima este de acum {hours} ore, dar niciuna nu a fost restaurată de probă. Serverul o face după următoarea.',
    en: 'The newest is {hours} hours old, but none was restored as a test yet. The server does it after the next one.',
  },
  backupUnset: {
    ro: 'Acest server nu face copii singur. Setează BACKUP_DIR și BACKUP_PASSPHRASE_FILE, dacă nu le face alt server.',
    en: 'This server makes none by itself. Set BACKUP_DIR and BACKUP_PASSPHRASE_FILE, unless another server makes them.',
  },
  backupMissing: {
    ro: 'Lipsește o copie în {folder}: ultima este de acum {hours} ore, iar una se face la {every}. Caută «backup» în jurnalul serverului.',
    en: 'One is missing in {folder}: the newest is {hours} hours old, and one is due every {every}. Look for “backup” in the server’s log.',
  },
  backupUnreadable: {
    ro: '{file} nu poate fi citită: {reason}. Fă alta acum: npm run backup.',
    en: '{file} cannot be read: {reason}. Make another one now: npm run backup.',
  },
  backupTestFailed: {
    ro: 'Restaurarea de probă din {tested} nu a reușit: {reason}. Fă o copie pe alt disc și încearc-o: npm run restore.',
    en: 'The test restore of {tested} failed: {reason}. Make a backup on another disk and try it: npm run restore.',
  },
} satisfies Record<Finding, Copy>)
