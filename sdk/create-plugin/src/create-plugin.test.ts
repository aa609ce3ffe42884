import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { namesFromFolder } from './names.ts'
import { projectFiles } from './project-files.ts'
import { writeProject } from './write-project.ts'

const packageRoot = fileURLToPath(new URL('..', import.meta.url))
const json = (file: string) => JSON.parse(readFileSync(file, 'utf8'))

let parent = ''
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'create-plugin-'))
})
afterEach(() => rmSync(parent, { recursive: true, force: true }))

describe('a new project', () => {
  const files = projectFiles(namesFromFolder('svc-plugin-fan-speed', 'Fans'), '3.2.1')
  const packageJson = JSON.parse(files.get('package.json') ?? '')

  it('uses the chosen names and the versions of this release', () => {
    expect([packageJson.name, packageJson.svc.title, packageJson.svc.widgets]).toEqual([
      'svc-plugin-fan-speed',
      'Fans',
      ['fan-speed-notes'],
    ])
    expect(packageJson.devDependencies['@svc/plugin-sdk']).toBe('^3.2.1')
    expect(files.get('src/migrations/001-notes.ts')).toContain('CREATE TABLE fan_speed_notes')
    expect(JSON.parse(files.get('locales/en.json') ?? '').errors.TOO_MANY_NOTES_other).toContain('{{count}}')
    expect(JSON.parse(files.get('agent/package.json') ?? '').name).toBe('svc-agent-plugin-fan-speed')
    expect(files.get('.gitignore')).toContain('dist/')
  })

  it('pins the library versions of this repository', () => {
    const locked = json(join(packageRoot, '../../package-lock.json')).packages
    const exact = Object.entries<string>(packageJson.devDependencies).filter(([, range]) => !range.startsWith('^'))
    expect(exact).toEqual(exact.map(([name]) => [name, locked[`node_modules/${name}`].version]))
    expect(exact.length).toBeGreaterThan(5)
  })
})

it.each([
  ['svc-plugin-Fans', 'is not a valid folder name'],
  ['fans--all', 'is not a valid folder name'],
  ['svc-plugin-kernel', 'is reserved'],
])('rejects the folder %s', (folder, reason) => {
  expect(() => namesFromFolder(join('/', folder))).toThrow(reason)
})

it.each(['', 'a "b"', '{{x}}', 'x'.repeat(61)])('rejects the title %j', (title) => {
  expect(() => namesFromFolder('fans', title)).toThrow('--title must have 1 to 60 characters')
})

it('never overwrites files', () => {
  const folder = join(parent, 'x')
  writeProject(folder, new Map([['a/b.txt', 'new']]))
  writeFileSync(join(folder, 'a/b.txt'), 'mine')
  expect(() => writeProject(folder, new Map([['a/b.txt', 'new']]))).toThrow('is not empty: it contains a.')
  expect(readFileSync(join(folder, 'a/b.txt'), 'utf8')).toBe('mine')
  expect(() => writeProject(join(folder, 'a/b.txt'), new Map())).toThrow('is a file')
})

it('the command writes a project once', () => {
  const run = (...args: string[]) =>
    spawnSync(process.execPath, [join(packageRoot, 'bin/create-plugin.js'), ...args], {
      cwd: parent,
      encoding: 'utf8',
    })
  expect(run('svc-plugin-fans').stdout).toContain('npm run build')
  expect(existsSync(join(parent, 'svc-plugin-fans/agent/index.ts'))).toBe(true)
  const again = run('svc-plugin-fans')
  expect([again.status, again.stderr]).toEqual([1, expect.stringContaining('svc-plugin-fans is not empty')])
  expect(run().stderr).toContain('missing folder')
  expect(run('a', 'b').stderr).toContain('unexpected "b"')
  expect(run('--help').stdout).toContain('npm create @svc/plugin <folder>')
  expect(run('--version').stdout.trim()).toBe(json(join(packageRoot, 'package.json')).version)
})
