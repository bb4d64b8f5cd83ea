import { expect, test } from 'vitest'
import { filePath } from './file-domain.ts'

const file = {
  visit: { countyCode: 'CJ', areaCode: null, station: 12 },
  receivedAt: new Date('2026-11-22T05:30:09Z'),
  id: 77,
  extension: 'jpg',
}
const pathOf = (visit: Partial<typeof file.visit>) =>
  filePath({ ...file, visit: { ...file.visit, ...visit } }, 'Europe/Bucharest')

test('names a file by county, station, local time and id', () => {
  expect(pathOf({})).toBe('CJ/00012/2026-11-22_07-30-09_77.jpg')
})

test('puts the municipality between county and station', () => {
  expect(filePath({ ...file, visit: { ...file.visit, areaCode: 'CJ-N' } }, 'UTC')).toBe(
    'CJ/CJ-N/00012/2026-11-22_05-30-09_77.jpg',
  )
})

test.each([
  ['..', '__'],
  ['a/b:c', 'a_b_c'],
  ['CON', 'CON_'],
  ['S 1.', 'S_1_'],
  ['Șț', 'Șț'],
])('makes a folder of the code %j that every system can unpack', (code, folder) => {
  expect(pathOf({ countyCode: code })).toBe(`${folder}/00012/2026-11-22_07-30-09_77.jpg`)
})
