import { expect, test } from 'vitest'
import { readTargetText, targetText } from './target-domain.ts'

const codesIn = (text: string) =>
  readTargetText(text).stations.map((one) => `${one.areaCode}/${one.pollingStationNumber}`)

test.each([
  ['columns of a sheet', 'CJ\t12\r\nAB\t3\r\n', ['CJ/12', 'AB/3']],
  ['semicolons and quotation marks', '"CJ";"12"\n"AB";"3"', ['CJ/12', 'AB/3']],
  ['spaces and commas, and empty lines between', 'CJ 12\n\n  AB, 3  ', ['CJ/12', 'AB/3']],
  ['names in cells between', 'CJ\tȘcoala 5\t12', ['CJ/12']],
  ['a heading', 'Cod județ\tNr. secție\nCJ\t12', ['CJ/12']],
  ['zeroes before a number, and invisible characters', 'CJ\u200b\t0012', ['CJ/12']],
  ['digits of another script', 'CJ\t١٢', ['CJ/12']],
  ['a station twice', 'CJ 12\nAB 3\nCJ 12', ['CJ/12', 'AB/3']],
  ['nothing', ' \n ', []],
])('reads a target from %s', (_, text, stations) => {
  expect(codesIn(text)).toEqual(stations)
  expect(readTargetText(text).unread).toEqual([])
})

test('reports the lines without a code or without a number', () => {
  expect(readTargetText('CJ 12\n\nDolj\n7\nAB 0\nAB 3.5').unread).toEqual([
    { line: 3, text: 'Dolj' },
    { line: 4, text: '7' },
    { line: 5, text: 'AB 0' },
    { line: 6, text: 'AB 3.5' },
  ])
})

test('rejects lines with two numbers or a number inside a name', () => {
  const lines = ['CJ\t12\tȘcoala nr. 5', 'CJ 12 Școala nr. 5', 'CJ;12;Liceu;1534']

  expect(codesIn(lines.join('\n'))).toEqual([])
  expect(readTargetText(lines.join('\n')).unread.map(({ line }) => line)).toEqual([1, 2, 3])
  expect(codesIn('B\tSector 1\t12\nSatu Mare; 7')).toEqual(['B/12', 'Satu Mare/7'])
})

test('reads back the target that it writes', () => {
  const stations = [
    { areaCode: 'CJ', pollingStationNumber: 12 },
    { areaCode: 'AB1', pollingStationNumber: 3 },
  ]
  expect(readTargetText(targetText(stations)).stations).toMatchObject(stations)
})
