import { expect, test } from 'vitest'
import { importTable } from './import.ts'

test('reports progress after each batch, up to the last row', async () => {
  const rows = Array.from({ length: 1100 }, (_, line) => ({ line, cells: [`Name ${line}`] }))
  const heard: [done: number, total: number][] = []

  await importTable(
    { file: 'a.csv', headings: ['Name'], rows },
    {
      headings: { name: ['Name'] },
      needed: ['name'],
      secret: [],
      read: (some) => some.map(({ line }) => ({ line, value: line })),
      judge: async (some) => some.map((row) => ({ ...row, fate: 'added' })),
      store: async (some) => ({ added: some.length, changed: 0 }),
    },
    {
      isDry: false,
      skipInvalid: false,
      onProgress: (done, total) => heard.push([done, total]),
    },
  )

  expect(heard.filter(([done]) => done > 0)).toEqual([
    [500, 1100],
    [1000, 1100],
    [1100, 1100],
  ])
})
