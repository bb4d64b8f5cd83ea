import './tools/memory.mjs'
import { existsSync } from 'node:fs'
import { defineConfig } from '@playwright/test'
import { keepFixtures } from './e2e/fixtures.ts'

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A page lives for seconds: its scripts are run more often than they are worth optimising.
  '--js-flags=--no-opt --no-maglev',
]

/**
 * The same engine, twice. The headless shell comes first: without a browser's windows and profiles around
 * it, a story takes two fifths less of the processor.
 */
const shell = '/usr/bin/chromium-headless-shell'
const executablePath = existsSync(shell) ? shell : '/usr/bin/chromium'

keepFixtures()

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.e2e.ts',
  outputDir: 'test-results',
  // Each has a server and a database of its own. One more than cores that CI has, as for the server's tests.
  workers: 3,
  reporter: 'list',
  // Generous: a machine may be slow, and no story is about speed.
  timeout: 90_000,
  // As for the server's tests: `npm test` names each story that needed its second try.
  retries: 1,
  expect: { timeout: 15_000 },
  use: {
    // Of the second try alone: to record every step costs a fifth of what a story costs.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'Europe/Bucharest',
    launchOptions: { executablePath, args },
  },
})
