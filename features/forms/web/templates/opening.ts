import {
  chooseOne,
  chooseSeveral,
  count,
  expected,
  flagged,
  flaggedText,
  forbidden,
  option,
  required,
  type Template,
  value,
} from './template.ts'
import { ballots, people } from './units.ts'

export const opening: Template = {
  code: 'A',
  title: { ro: 'Deschidere', en: 'Opening' },
  details: {
    ro: 'Se completează o dată, de la pregătirea secției până la primul vot.',
    en: 'Filled in once, from the preparation of the station until the first vote.',
  },
  sections: [
    {
      title: { ro: 'Înainte de deschidere', en: 'Before opening' },
      questions: [
        expected(
          'Ați fost lăsat să asistați la toate pregătirile?',
          'Were you allowed to attend all preparations?',
        ),
        count(
          'Câți membri ai biroului electoral al secției sunt prezenți?',
          'How many members of the polling station commission are present?',
          people,
        ),
        expected('Președintele secției este prezent?', 'Is the president of the station present?'),
        chooseSeveral(
          'Ce materiale lipsesc?',
          'Which materials are missing?',
          option('Niciunul', 'None'),
          flagged('Buletine de vot', 'Ballots'),
          flagged('Liste electorale', 'Voter lists'),
          flagged('Ștampile', 'Stamps'),
          flagged('Urne sau sigilii', 'Ballot boxes or seals'),
          flagged('Formulare de proces-verbal', 'Protocol forms'),
          flaggedText('Altceva', 'Something else'),
        ),
        count(
          'Câte buletine de vot a primit secția, potrivit documentelor ei?',
          'How many ballots did the station receive, according to its documents?',
          ballots,
        ),
        forbidden(
          'Există propagandă electorală în secție sau în jurul ei?',
          'Is there campaign material in or around the station?',
        ),
        forbidden(
          'Sunt în secție persoane care nu au dreptul să fie acolo?',
          'Are there people in the station who have no right to be there?',
        ),
      ],
    },
    {
      title: { ro: 'Deschiderea', en: 'The opening' },
      questions: [
        expected(
          'Urnele au fost arătate goale celor prezenți?',
          'Were the ballot boxes shown to be empty?',
        ),
        expected(
          'Urnele au fost închise și sigilate înainte de primul vot?',
          'Were the ballot boxes closed and sealed before the first vote?',
        ),
        expected(
          'Așezarea cabinelor și a urnelor păstrează secretul votului?',
          'Does the layout of booths and boxes keep the vote secret?',
        ),
        chooseOne(
          'Poate intra și vota singură o persoană în scaun rulant?',
          'Can a person in a wheelchair enter and vote alone?',
          option('Da', 'Yes'),
          option('Doar cu ajutor', 'Only with help'),
          flagged('Nu', 'No'),
        ),
        required(value('time', 'La ce oră a început votarea?', 'At what time did voting begin?')),
        value(
          'rating',
          'Cum apreciați deschiderea? (1 – foarte rău, 5 – foarte bine)',
          'How do you assess the opening? (1 – very poor, 5 – very good)',
        ),
        value('text', 'Ce altceva trebuie știut?', 'What else should be known?'),
      ],
    },
  ],
}
