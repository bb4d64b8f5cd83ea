import { expect, test } from 'vitest'
import * as z from 'zod'
import { importanceOf } from '#kit/contract/call-importance.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import type { Importance } from '#kit/contract/importance.ts'
import { liveStream } from '#kit/contract/live.ts'
import { allEndpoints } from '#testing/calls/endpoints.ts'

const endpoints = [...(await allEndpoints()), ['live.stream', liveStream] as const]

const those = (importance: Importance) =>
  endpoints
    .filter(([, endpoint]) => importanceOf(endpoint) === importance)
    .map(([name]) => name)
    .sort()

test('never sheds calls that cost nothing or report the server’s health', () => {
  expect(those('vital')).toEqual([
    'installation.config',
    'installation.health',
    'installation.metrics',
  ])
})

test('refuses observers’ reports and sign-ins last', () => {
  const last = those('report')

  expect(last).toEqual(
    expect.arrayContaining([
      'answers.send',
      'notes.upload',
      'notes.write',
      'session.authorize',
      'session.authorizeV1',
      'visits.report',
    ]),
  )
  expect(
    endpoints.filter(([name]) => last.includes(name)).map(([, { method }]) => method),
  ).not.toContain('GET')
})

test('sheds files first, then statistics', () => {
  expect(those('export')).toEqual(
    expect.arrayContaining([
      'exports.all',
      'exports.files',
      'exports.notes',
      'exports.start',
      'tasks.errors',
      'tasks.result',
    ]),
  )
  expect(those('statistics')).toEqual([
    'alerts.list',
    'analysis.breakDown',
    'analysis.count',
    'analysis.outliers',
    'analysis.texts',
    'map.areas',
    'map.stations',
    'pinnedQuestions.list',
    'serverChecks.list',
    'situation.now',
    'situation.read',
    'statistics.list',
    'statistics.trend',
  ])
})

test('serves forms and places to phones while it refuses staff’s lists', () => {
  expect(those('guidance')).toEqual(
    expect.arrayContaining(['forms.get', 'forms.list', 'places.counties']),
  )
  expect(those('reading')).toEqual(
    expect.arrayContaining(['answers.list', 'live.stream', 'observers.list']),
  )
})

test.each([
  ['GET', 'observer', 'guidance'],
  ['POST', 'observer', 'report'],
  ['GET', 'read', 'reading'],
  ['POST', 'review', 'change'],
] as const)('ranks any future call by its caller: %s of %s is %s', (method, access, importance) => {
  const coming = endpoint({
    method,
    path: '/api/v1/coming',
    access,
    summary: 'Comes',
    reply: z.null(),
  })

  expect(importanceOf(coming)).toBe(importance)
})
