import { count, expected, forbidden, required, type Template, value } from './template.ts'
import { ballots } from './units.ts'

export const counting: Template = {
  code: 'D',
  title: { ro: 'Numărare', en: 'Counting' },
  details: {
    ro: 'Se completează o dată, de la închidere până la semnarea procesului-verbal.',
    en: 'Filled in once, from closing until the protocol is signed.',
  },
  sections: [
    {
      title: { ro: 'Închiderea', en: 'Closing' },
      questions: [
        required(value('time', 'La ce oră s-a încheiat votarea?', 'At what time did voting end?')),
        expected(
          'Cei aflați la rând la ora închiderii au putut vota?',
          'Could those in the queue at closing time vote?',
        ),
        expected(
          'Buletinele nefolosite au fost numărate și anulate înainte de deschiderea urnelor?',
          'Were unused ballots counted and cancelled before the boxes were opened?',
        ),
        expected(
          'Sigiliile urnelor erau neatinse înainte de deschidere?',
          'Were the seals of the boxes intact before they were opened?',
        ),
      ],
    },
    {
      title: { ro: 'Numărarea', en: 'The count' },
      questions: [
        expected(
          'Fiecare buletin a fost arătat și citit cu voce tare?',
          'Was each ballot shown and read aloud?',
        ),
        expected(
          'Buletinele nule au fost hotărâte după aceeași regulă pentru toți?',
          'Were invalid ballots decided by the same rule for all?',
        ),
        count('Câte buletine au fost în urne?', 'How many ballots were in the boxes?', ballots),
        expected(
          'Numărul buletinelor din urne este cel mult al semnăturilor din liste?',
          'Do the boxes hold no more ballots than there are signatures in the lists?',
        ),
        forbidden(
          'Au luat parte la numărare persoane fără drept?',
          'Did people without the right to take part in the count?',
        ),
        forbidden(
          'A fost întreruptă numărarea sau au ieșit buletine din încăpere?',
          'Was the count interrupted, or did ballots leave the room?',
        ),
        expected(
          'Ați putut urmări numărarea de aproape?',
          'Could you follow the count from close by?',
        ),
      ],
    },
    {
      title: { ro: 'Procesul-verbal', en: 'The protocol' },
      questions: [
        expected(
          'A fost completat la vedere, după numărare?',
          'Was it filled in openly, after the count?',
        ),
        forbidden(
          'Au fost schimbate cifre după ce au fost scrise?',
          'Were figures changed after they had been written?',
        ),
        expected(
          'A fost semnat de toți membrii biroului?',
          'Was it signed by all members of the commission?',
        ),
        expected(
          'Ați primit o copie sau ați putut să îl fotografiați?',
          'Did you get a copy, or could you photograph it?',
        ),
        forbidden('Au fost depuse contestații?', 'Were complaints filed?'),
        value('time', 'La ce oră a fost semnat?', 'At what time was it signed?'),
        value(
          'rating',
          'Cum apreciați numărarea? (1 – foarte rău, 5 – foarte bine)',
          'How do you assess the count? (1 – very poor, 5 – very good)',
        ),
        value('text', 'Ce altceva trebuie știut?', 'What else should be known?'),
      ],
    },
  ],
}
