import { expect, test } from 'vitest'
import { type Stage, stage } from '#testing/stage.ts'
import { places } from '../../contract.ts'

const set = stage()

const importing = ({ ana }: Stage, text: string, body: object = {}) =>
  ana.call(places.importStations, { body }, [
    { name: 'secții.csv', bytes: new TextEncoder().encode(text) },
  ])

const stationsOf = async ({ ana }: Stage, code: string) => {
  const county = (await ana.call(places.counties)).find((one) => one.code === code)
  const listed = await ana.call(places.stations, { params: { id: county!.id as never } })
  return listed.map(({ number, label, name }) => [number, label, name])
}

test('gives the station 12A the next number of its county, which it keeps', async () => {
  const cast = await set('flat')
  const file =
    'County,Number,Name\nCJ,12,Liceul\nCJ,12A,Școala veche\nCJ,12 bis,Școala nouă\nCJ,14,Casa\n'

  expect(await importing(cast, file, { dryRun: true })).toMatchObject({
    added: 4,
    warnings: [{ fault: { code: 'number.given' }, lines: [3, 4] }],
  })
  expect(await importing(cast, file)).toMatchObject({ added: 4, wrong: [] })
  const numbered = await stationsOf(cast, 'CJ')
  expect(numbered.filter(([, label]) => label !== '')).toEqual([
    [15, '12A', 'Școala veche'],
    [16, '12 bis', 'Școala nouă'],
  ])

  const again = file.replace('CJ,14,', 'CJ,40,Gara\nCJ,14,')
  expect(await importing(cast, again)).toMatchObject({ added: 1, changed: 0, unchanged: 4 })
  expect(await stationsOf(cast, 'CJ')).toEqual(
    [...numbered, [40, '', 'Gara']].sort(([one], [other]) => Number(one) - Number(other)),
  )
})

test('reads a list with names instead of numbers, and refuses a name that comes twice', async () => {
  const cast = await set('flat')
  const file =
    'County,Label,Address\nCJ,Școala 5,Str. Mare\nCJ,SCOALA 5,Str. Mică\nCJ,Gara,Str. Gării\n'

  const report = await importing(cast, file, { skipInvalid: true })

  expect(report).toMatchObject({ added: 2, wrong: [{ line: 3, faults: [{ code: 'row.twice' }] }] })
  const labelled = (await stationsOf(cast, 'CJ')).filter(([, label]) => label !== '')
  expect(labelled.map(([, label]) => label)).toEqual(['Școala 5', 'Gara'])
})

test.each(['unu', '1.5', '-3', '12345678901', '12ABCDE', '#REF!'])(
  'refuses “%s” as the number of a station',
  async (number) => {
    const cast = await set('flat')

    const report = await importing(cast, `County,Number\nCJ,${number}\n`, { dryRun: true })

    expect(report).toMatchObject({ added: 0, wrong: [{ line: 2, faults: [{ field: 'number' }] }] })
  },
)

test('refuses the label of another station, and digits alone', async () => {
  const cast = await set('flat')
  await importing(cast, 'County,Number,Label\nCJ,31,12A\n')

  const report = await importing(
    cast,
    'County,Number,Label\nCJ,50,12 A\nCJ,31,-\nCJ,,007\nCJ,32,–\n',
    { dryRun: true },
  )

  expect(report).toMatchObject({
    added: 1,
    unchanged: 1,
    wrong: [
      { line: 2, faults: [{ code: 'label.taken', details: { number: 31 } }] },
      { line: 4, faults: [{ field: 'label' }] },
    ],
  })
})
