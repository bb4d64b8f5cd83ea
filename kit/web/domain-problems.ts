import type { Copy } from '#kit/contract/copy.ts'
import type { ProblemCode } from '#kit/contract/problem.ts'

/** What can go wrong with one thing of the domain: loaded when the server first refuses something. */
export const say = {
  'target.unknown-stations': {
    ro: 'Lista numește secții pe care alegerile nu le au. Nu s-a schimbat nimic.',
    en: 'The list names stations that the election does not have. Nothing was changed.',
  },
  'map.not-shapes': {
    ro: 'Fișierul nu conține contururi. E nevoie de un GeoJSON cu poligoane.',
    en: 'The file does not hold outlines. It has to be GeoJSON with polygons.',
  },
  'map.shapes-doubted': {
    ro: 'Contururile nu par să fie ale acestor alegeri. Nu s-a înlocuit nimic.',
    en: 'The outlines do not seem to be those of this election. Nothing was replaced.',
  },
  'election.not-a-rehearsal': {
    ro: 'Aceste alegeri nu sunt o repetiție, deci nu pot fi golite. Nu s-a șters nimic.',
    en: 'This election is not a rehearsal, so it cannot be cleared. Nothing was deleted.',
  },
  'election.has-started': {
    ro: 'Aceste alegeri au început deja.',
    en: 'This election has already started.',
  },
  'election.is-archived': {
    ro: 'Aceste alegeri sunt arhivate. Redeschide-le mai întâi.',
    en: 'This election is archived. Reopen it first.',
  },
  'election.not-archived': {
    ro: 'Aceste alegeri nu sunt arhivate. Arhivează-le mai întâi.',
    en: 'This election is not archived. Archive it first.',
  },
  'election.being-erased': {
    ro: 'Datele personale din aceste alegeri se șterg acum. Așteaptă sau oprește ștergerea.',
    en: 'The personal data of this election is being erased. Wait for it, or stop it.',
  },
  'election.being-emptied': {
    ro: 'Aceste alegeri se golesc acum. Așteaptă până se termină.',
    en: 'This election is being emptied. Wait until that is done.',
  },
  'election.changed': {
    ro: 'Între timp au devenit curente alte alegeri. Nu s-a schimbat nimic; uită-te din nou.',
    en: 'Another election has become current in the meantime. Nothing was changed; check again.',
  },
  'election.is-current': {
    ro: 'Acestea sunt alegerile curente. Alege mai întâi altele.',
    en: 'This is the current election. Make another one current first.',
  },
  'election.has-data': {
    ro: 'Aceste alegeri au observatori sau rapoarte, deci nu pot fi șterse. Arhivează-le.',
    en: 'This election has observers or reports, so it cannot be deleted. Archive it instead.',
  },
  'attachment.missing': {
    ro: 'Fișierul nu se află, sau nu se află întreg, acolo unde se păstrează fișierele.',
    en: 'The file, or part of it, is missing from where files are kept.',
  },
  'assignment.taken': {
    ro: 'Observatorul este deja repartizat acolo de la acea oră.',
    en: 'This observer is already assigned there from that time.',
  },
  'assignment.ends-early': {
    ro: 'Sfârșitul trebuie să fie după început.',
    en: 'It has to end after it begins.',
  },
  'unplaced.settled': {
    ro: 'Altcineva s-a ocupat deja de asta.',
    en: 'A colleague has already dealt with this.',
  },
  'unplaced.has-no-place': {
    ro: 'Nu se potrivește nici acolo. Alege altă secție sau alt răspuns.',
    en: 'It does not fit there either. Choose another station or another option.',
  },
  'unplaced.not-placed': {
    ro: 'Nu mai este la niciun loc: punerea la loc a fost deja anulată.',
    en: 'It is in no place any more: placing it has already been undone.',
  },
  'unplaced.stays-placed': {
    ro: 'Punerea la loc nu se poate anula: este dinainte ca Veghe să țină minte ce a înlocuit, sau telefonul a numit un județ pe care nu îl vezi.',
    en: 'Placing it cannot be undone: it was placed before Veghe kept what was replaced, or its phone named a county that you do not see.',
  },
  'invitation.expired': {
    ro: 'Legătura nu mai este valabilă: a expirat sau a fost folosită. Cere alta.',
    en: 'The link no longer works: it has expired or was used. Ask for another.',
  },
  'account.taken': {
    ro: 'Altcineva are deja acest cont. Alege alt nume.',
    en: 'This account name is taken. Choose another one.',
  },
  'account.password-easy': {
    ro: 'Alege altă parolă: aceasta este prea obișnuită, este făcută mai ales din nume cunoscute sau este cea primită.',
    en: 'Choose another password: this one is too common, is mostly made of known names, or is the one you were given.',
  },
  'hook.address-refused': {
    ro: 'Nu trimitem la această adresă: trebuie să fie publică, să existe și să înceapă cu https.',
    en: 'Nothing is sent to this address: it must be public, exist, and begin with https.',
  },
  'hook.too-many': {
    ro: 'Sunt deja 20 de web hook-uri. Șterge unul, apoi încearcă din nou.',
    en: 'There are 20 web hooks already. Delete one, then try again.',
  },
  'account.no-such-county': {
    ro: 'Unul dintre județe nu este al acestor alegeri. Alege din listă.',
    en: 'One of the counties is not in this election. Choose from the list.',
  },
  'account.role-not-given': {
    ro: 'Organizatorii sunt numiți doar de un organizator și doar în organizația lui.',
    en: 'Only an organiser can appoint an organiser, and only in their own organisation.',
  },
  'account.has-tasks': {
    ro: 'Contul are importuri sau exporturi în lucru. Nu s-a schimbat nimic.',
    en: 'The account has imports or exports in progress. Nothing was changed.',
  },
  'account.last-organiser': {
    ro: 'Este ultimul organizator nelimitat; fără el nimeni nu ar mai putea pregăti alegerile.',
    en: 'This is the last organiser without limits; without one, no elections could be set up.',
  },
  'observer.phone-taken': {
    ro: 'Alt observator are deja acest telefon.',
    en: 'Another observer has this phone.',
  },
  'observer.phone-shared': {
    ro: 'Mai mulți observatori au acest număr. Deschide-l pe cel căutat din listă.',
    en: 'Several observers have this number. Open the one you mean from the list.',
  },
  'county.code-taken': {
    ro: 'Alt județ are deja acest cod. Alege altul.',
    en: 'Another county has this code. Choose a different one.',
  },
  'county.has-data': {
    ro: 'Din acest județ s-a raportat deja, deci nu poate fi șters.',
    en: 'Observers have reported from this county, so it cannot be deleted.',
  },
  'county.stations-have-data': {
    ro: 'Din secția {highest} s-a raportat deja; numărul secțiilor nu poate fi mai mic.',
    en: 'Observers have reported from station {highest}; there cannot be fewer stations.',
  },
  'county.numbers-differ': {
    ro: 'Secțiile nu au numerele de la 1 la câte sunt, deci numărul lor vine din listă și nu se scrie aici.',
    en: 'The stations are not numbered from 1 to their count, so the count comes from the list and cannot be typed here.',
  },
  'county.counts-its-areas': {
    ro: 'Secțiile acestui județ țin de comunele lui. Numărul lor se schimbă acolo.',
    en: 'The stations of this county belong to its municipalities. Change them there.',
  },
  'station.number-taken': {
    ro: 'Altă secție de acolo are deja acest număr.',
    en: 'Another station there has this number.',
  },
  'place.has-incidents': {
    ro: 'Incidentul {number} de acolo este deschis. Închide-l sau dă-i alt loc mai întâi.',
    en: 'Incident {number} is open there. Close it or give it another place first.',
  },
  'station.has-data': {
    ro: 'Din această secție s-a raportat deja, deci nu poate fi ștearsă. O poți închide.',
    en: 'Observers have reported from this station, so it cannot be deleted. You can close it.',
  },
  'station.merged': {
    ro: 'Secția este unită cu alta. Lucrează cu aceea sau desparte-le mai întâi.',
    en: 'The station is merged into another one. Work with that one, or part them first.',
  },
  'station.stands-for-others': {
    ro: 'La această secție sunt unite altele. Desparte-le mai întâi.',
    en: 'Other stations are merged into this one. Part them first.',
  },
  'incident.merged': {
    ro: 'Incidentul este unit cu altul. Lucrează cu acela sau desparte-le mai întâi.',
    en: 'The incident is merged into another one. Work with that one, or split them first.',
  },
  'station.other-county': {
    ro: 'Cele două secții sunt în județe diferite. Se unesc doar secții din același județ.',
    en: 'The two stations are in different counties. Only stations of one county can be merged.',
  },
  'station.answers-changed': {
    ro: 'Între timp s-a schimbat ceva la această întrebare. Citește din nou și hotărăște apoi.',
    en: 'Something about this question has changed meanwhile. Read it again, then decide.',
  },
  'form.code-taken': {
    ro: 'Alt formular are deja acest cod. Alege altul.',
    en: 'Another form has this code. Choose a different one.',
  },
  'form.has-gaps': {
    ro: 'Formularul nu este complet, deci nu poate fi publicat. Deschide-l: „Publică” arată ce lipsește.',
    en: 'The form is not complete, so it cannot be published. Open it: “Publish” shows what is missing.',
  },
  'form.has-answers': {
    ro: 'La acest formular există răspunsuri, deci nu poate fi șters. Ascunde-l în schimb.',
    en: 'The form has answers, so it cannot be deleted. Unpublish it instead.',
  },
  'notification.unknown-recipients': {
    ro: 'Unii dintre observatorii aleși nu mai există. Nu s-a trimis nimic; alege-i din nou.',
    en: 'Some of the observers you chose no longer exist. Nothing was sent; choose them again.',
  },
  'notification.not-waiting': {
    ro: 'Mesajul nu mai așteaptă: a plecat sau a fost luat înapoi.',
    en: 'The message no longer waits: it has been sent, or taken back.',
  },
} as const satisfies Partial<Record<ProblemCode, Copy>>
