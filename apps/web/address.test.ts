import { expect, test } from 'vitest'
import { addressShownAs, shownOf } from './address.ts'

test.each([
  ['/observatori?name=Ana%20Pop&page=2', '/observatori?page=2#?name=Ana+Pop'],
  ['/observatori?phone=0722#top', '/observatori#?phone=0722#top'],
  ['/answers?urgente=true&county=CJ', '/answers?urgente=true&county=CJ'],
  ['/history?actor=ana', '/history#?actor=ana'],
  ['/login?next=%2Fobservatori%3Fname%3DAna', '/login#?next=%2Fobservatori%3Fname%3DAna'],
  ['/login?next=%2Fstatistics', '/login?next=%2Fstatistics'],
])('moves search values that name a person behind the #, and reads them back: %s', (own, shown) => {
  expect(shownOf(own)).toBe(shown)

  const read = new URL(addressShownAs(shown), 'https://veghe')
  const meant = new URL(own, 'https://veghe')
  expect(read.pathname + read.hash).toBe(meant.pathname + meant.hash)
  expect(Object.fromEntries(read.searchParams)).toEqual(Object.fromEntries(meant.searchParams))
})

test('reads an address saved with its search values before the #', () => {
  expect(addressShownAs('/observatori?name=Ana')).toBe('/observatori?name=Ana')
  expect(addressShownAs('//elsewhere.example/#?name=Ana')).toBe('//elsewhere.example/?name=Ana')
})
