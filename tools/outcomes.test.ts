import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { resultsInBrowser, resultsOnServer, retriedTwice } from './outcomes.mjs'

const result = (name: string, outcome: 'passed' | 'retried' | 'failed') => ({
  name,
  why: '',
  outcome,
})

function memory(): string {
  const folder = mkdtempSync(join(tmpdir(), 'veghe-retried-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return join(folder, 'cache/retried.json')
}

test('tells retried, passed and failed Vitest tests apart, and omits filtered tests', () => {
  const testOf = (fullName: string, status: string, ...failureMessages: string[]) => ({
    ...{ fullName, status, failureMessages },
  })
  const tests = [
    testOf('adds', 'passed'),
    testOf('edits', 'passed', 'too late'),
    testOf('deletes', 'failed', 'gone', 'gone again'),
    testOf('exports', 'skipped'),
  ]
  const file = { name: '/v/a.test.ts', status: 'failed', message: '', assertionResults: tests }
  const broken = { name: '/v/b.test.ts', status: 'failed', message: 'Syntax', assertionResults: [] }

  expect(resultsOnServer({ testResults: [file, broken] }, '/v')).toEqual([
    { name: 'a.test.ts › adds', why: '', outcome: 'passed' },
    { name: 'a.test.ts › edits', why: 'too late', outcome: 'retried' },
    { name: 'a.test.ts › deletes', why: 'gone\ngone again', outcome: 'failed' },
    { name: 'b.test.ts', why: 'Syntax', outcome: 'failed' },
  ])
})

test('tells retried, passed and failed Playwright stories apart', () => {
  const story = (title: string, ok: boolean, ...messages: string[]) => ({
    ...{ file: 'a.e2e.ts', title, ok },
    tests: [{ results: messages.map((message) => ({ errors: [{ message }] })) }],
  })
  const inner = { specs: [story('prints', true, 'closed')] }
  const outer = { specs: [story('opens', true), story('saves', false, 'no')], suites: [inner] }

  expect(resultsInBrowser({ suites: [outer] })).toEqual([
    { name: 'e2e/a.e2e.ts › opens', why: '', outcome: 'passed' },
    { name: 'e2e/a.e2e.ts › saves', why: 'no', outcome: 'failed' },
    { name: 'e2e/a.e2e.ts › prints', why: 'closed', outcome: 'retried' },
  ])
})

test('names a test once it passes on retry in two consecutive runs', () => {
  const file = memory()

  expect(retriedTwice(file, [result('adds', 'retried'), result('edits', 'retried')])).toEqual([])
  expect(retriedTwice(file, [result('adds', 'retried'), result('edits', 'passed')])).toEqual([
    'adds',
  ])
  expect(retriedTwice(file, [result('adds', 'passed'), result('edits', 'retried')])).toEqual([])
})

test('remembers the last retry of a test across runs without it', () => {
  const file = memory()

  retriedTwice(file, [result('adds', 'retried')])
  retriedTwice(file, [result('edits', 'passed')])

  expect(retriedTwice(file, [result('adds', 'retried')])).toEqual(['adds'])
})

test('names a test that runs on two databases once', () => {
  const file = memory()
  const both = [result('adds', 'retried'), result('adds', 'retried')]

  expect(retriedTwice(file, both)).toEqual([])
  expect(retriedTwice(file, [...both, result('adds', 'passed')])).toEqual(['adds'])
})
