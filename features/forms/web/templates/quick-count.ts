import { count, expected, required, type Template, value } from './template.ts'
import { ballots, voters, votes } from './units.ts'

export const quickCount: Template = {
  code: 'E',
  title: { ro: 'Numărare paralelă', en: 'Quick count' },
  details: {
    ro: 'Cifrele din procesul-verbal semnat, la secțiile din eșantion. Scrie numele candidaților înainte de publicare.',
    en: 'The figures of the signed protocol, at the stations of the sample. Enter the names of the candidates before publishing.',
  },
  sections: [
    {
      title: { ro: 'Cifrele procesului-verbal', en: 'Figures of the protocol' },
      questions: [
        required(count('Alegători înscriși în liste', 'Voters on the lists', voters)),
        required(count('Alegători care au votat', 'Voters who voted', voters)),
        count('Buletine primite', 'Ballots received', ballots),
        count('Buletine nefolosite și anulate', 'Ballots unused and cancelled', ballots),
        required(count('Voturi valabile', 'Valid votes', votes)),
        required(count('Voturi nule', 'Invalid votes', votes)),
        count('Buletine contestate', 'Contested ballots', ballots),
      ],
    },
    {
      title: { ro: 'Voturi pentru fiecare candidat', en: 'Votes for each candidate' },
      questions: [
        required(count('Candidatul 1', 'Candidate 1', votes)),
        required(count('Candidatul 2', 'Candidate 2', votes)),
        required(count('Candidatul 3', 'Candidate 3', votes)),
      ],
    },
    {
      title: { ro: 'Siguranța cifrelor', en: 'Reliability' },
      questions: [
        expected(
          'Cifrele sunt copiate din procesul-verbal semnat?',
          'Are the figures copied from the signed protocol?',
        ),
        expected('Ați urmărit întreaga numărare?', 'Did you follow the whole count?'),
        value('time', 'La ce oră au fost citite cifrele?', 'When were the figures read?'),
      ],
    },
  ],
}
