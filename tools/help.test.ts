import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  scripts: Record<string, string>
}

test.each(Object.keys(scripts))(
  'npm run %s -- --help describes its purpose, and does nothing',
  (name) => {
    const [program = '', ...args] = (scripts[name] ?? '').replace(/^exec /, '').split(' ')
    const command = program === 'node' ? process.execPath : `node_modules/.bin/${program}`
    const { status, stdout } = spawnSync(command, [...args, '--help'], { encoding: 'utf8' })

    expect(status).toBe(0)
    const first =
      program === 'node'
        ? `npm ${name === 'start' || name === 'test' ? name : `run ${name}`}`
        : program
    expect(stdout.split('\n')[0]).toContain(first)
    expect(stdout.length).toBeGreaterThan(60)
  },
)
