import { chooseOne, count, expected, option, required, type Template, value } from './template.ts'
import { people, voters } from './units.ts'

export const turnout: Template = {
  code: 'C',
  title: { ro: 'Prezență la vot', en: 'Turnout' },
  details: {
    ro: 'Se completează la orele stabilite pentru toate secțiile.',
    en: 'Filled in at the hours set for all stations.',
  },
  isSeries: true,
  sections: [
    {
      title: { ro: 'Prezența', en: 'Turnout' },
      questions: [
        required(value('time', 'La ce oră au fost citite cifrele?', 'When were the figures read?')),
        count(
          'Câți alegători sunt înscriși în lista permanentă?',
          'How many voters are on the permanent list?',
          voters,
        ),
        required(
          count(
            'Câți au votat din lista permanentă?',
            'How many on the permanent list have voted?',
            voters,
          ),
        ),
        count(
          'Câți au votat pe lista suplimentară?',
          'How many have voted on the additional list?',
          voters,
        ),
        count('Câți au votat cu urna mobilă?', 'How many have voted by mobile box?', voters),
        required(count('Câți au votat în total?', 'How many have voted in all?', voters)),
        chooseOne(
          'De unde sunt cifrele?',
          'What is the source of the figures?',
          option('De la președintele secției', 'The president of the station'),
          option('Din aplicația autorităților', 'The application of the authorities'),
          option('Din numărătoarea mea', 'My own count'),
        ),
        expected('V-au fost date cifrele la cerere?', 'Were the figures given on request?'),
        count('Câte persoane așteaptă să voteze?', 'How many people are waiting to vote?', people),
      ],
    },
  ],
}
