import {
  chooseOne,
  chooseSeveral,
  count,
  expected,
  flaggedText,
  forbidden,
  option,
  type Template,
  value,
} from './template.ts'
import { minutes, people } from './units.ts'

export const voting: Template = {
  code: 'B',
  title: { ro: 'Votare', en: 'Voting' },
  details: {
    ro: 'Se completează la fiecare secție vizitată, după cel puțin o jumătate de oră de observare.',
    en: 'Filled in at each station visited, after at least half an hour of observation.',
  },
  sections: [
    {
      title: { ro: 'Secția', en: 'The station' },
      questions: [
        expected(
          'Vedeți de la locul dumneavoastră întreaga procedură?',
          'Do you see the whole procedure from your place?',
        ),
        count('Câte persoane așteaptă să voteze?', 'How many people are waiting to vote?', people),
        count('Cât așteaptă un alegător?', 'How long does a voter wait?', minutes),
        forbidden(
          'Este secția neîncăpătoare sau în dezordine?',
          'Is the station overcrowded or disorderly?',
        ),
        expected('Urnele sunt sigilate?', 'Are the ballot boxes sealed?'),
      ],
    },
    {
      title: { ro: 'Procedura', en: 'The procedure' },
      questions: [
        expected(
          'Se verifică actul de identitate al fiecărui alegător?',
          'Is the identity document of each voter checked?',
        ),
        expected(
          'Fiecare alegător semnează în lista electorală?',
          'Does each voter sign the voter list?',
        ),
        forbidden(
          'A votat cineva fără drept sau de mai multe ori?',
          'Did anyone vote without the right to, or more than once?',
        ),
        forbidden(
          'Au fost trimiși înapoi alegători care aveau dreptul să voteze?',
          'Were voters turned away who had the right to vote?',
        ),
        forbidden(
          'Au intrat mai multe persoane într-o cabină, fără temei legal?',
          'Did several people enter a booth without a legal reason?',
        ),
        forbidden(
          'A fost arătat, fotografiat sau urmărit votul cuiva?',
          'Was someone’s vote shown, photographed or watched?',
        ),
        chooseOne(
          'Cum a decurs votul cu urna mobilă?',
          'How did voting with the mobile box go?',
          option('Nu a fost cerută', 'It was not asked for'),
          option('Pe baza cererilor, cu membri ai biroului', 'On request, with members present'),
          flaggedText('Cu nereguli, și anume', 'With irregularities, namely'),
        ),
      ],
    },
    {
      title: { ro: 'Presiuni și incidente', en: 'Pressure and incidents' },
      questions: [
        chooseSeveral(
          'Ce s-a întâmplat în secție sau în apropiere?',
          'What happened in or near the station?',
          option('Nimic din acestea', 'None of these'),
          flaggedText('Îndemnuri de a vota pe cineva', 'Urging to vote for someone'),
          flaggedText('Bani sau bunuri oferite', 'Money or goods offered'),
          flaggedText('Amenințări sau violență', 'Threats or violence'),
          flaggedText('Alegători aduși organizat', 'Voters brought in groups'),
        ),
        forbidden('A fost întreruptă votarea?', 'Was voting interrupted?'),
        forbidden(
          'Au fost împiedicați observatori sau reprezentanți?',
          'Were observers or party representatives hindered?',
        ),
        value(
          'rating',
          'Cum apreciați votarea? (1 – foarte rău, 5 – foarte bine)',
          'How do you assess the voting? (1 – very poor, 5 – very good)',
        ),
        value('text', 'Ce altceva trebuie știut?', 'What else should be known?'),
      ],
    },
  ],
}
