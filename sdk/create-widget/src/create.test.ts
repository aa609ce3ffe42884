import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { readManifest } from '@svc/widget-sdk/manifest'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readOptions, settle } from './answers.ts'
import { namesFrom } from './names.ts'
import { projectFiles } from './project-files.ts'
import { writeProject } from './write-project.ts'

const own = fileURLToPath(new URL('..', import.meta.url))
const json = (file: string) => JSON.parse(readFileSync(file, 'utf8'))

let place = ''
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'create-widget-'))
})
afterEach(() => rmSync(place, { recursive: true, force: true }))

const names = (more: object = {}) => ({ ...namesFrom('disk-health'), ...more })

describe('a new project', () => {
  it('has the names that were chosen, and the versions of this release', () => {
    const chosen = names({ id: 'net.acme.disks', title: 'Disks $& "of" \\ Acme' })
    const files = projectFiles('widget', chosen, '3.2.1')
    expect(readManifest(files.get('src/index.tsx') ?? '')).toMatchObject({ id: chosen.id, name: chosen.title })
    const { name, devDependencies } = JSON.parse(files.get('package.json') ?? '')
    expect([name, devDependencies['@svc/widget-sdk'], devDependencies['@svc/widget-tools']]).toEqual([
      'disk-health',
      '^3.2.1',
      '^3.2.1',
    ])
    expect(files.get('README.md')).toContain(`# ${chosen.title}\n`)
    expect(files.get('README.md')).toContain('dist/disk-health.js')
    expect(files.get('.gitignore')).toContain('dist/')
    expect([...files.values()].join('')).not.toContain('org.example')
  })

  it('is a collection when that was asked for', () => {
    const files = projectFiles('collection', names({ id: 'net.acme.disks', title: 'Disks' }), '1.0.0')
    const found = ['load', 'memory'].map((name) => readManifest(files.get(`widgets/${name}/index.tsx`) ?? ''))
    expect(found.map(({ id, name }) => [id, name])).toEqual([
      ['net.acme.disks.load', 'Disks: Load'],
      ['net.acme.disks.memory', 'Disks: Memory'],
    ])
    expect(files.get('README.md')).toContain('dist/disk-health.zip')
  })

  it.each([
    [{ id: 'Disks' }, 'id must be in reverse-DNS style'],
    [{ title: 'a */ b' }, 'must not contain */'],
    [{ title: 'x'.repeat(101) }, 'name must have'],
    [{ title: '' }, 'name must'],
    [{ title: ' \t' }, 'name must'],
  ])('%j is refused', (more, reason) => {
    for (const kind of ['widget', 'collection'] as const) {
      expect(() => projectFiles(kind, names(more), '1.0.0')).toThrow(reason)
    }
  })

  it('has no blanks around its name', () => {
    const files = projectFiles('collection', names({ title: ' Disks ' }), '1.0.0')
    expect(readManifest(files.get('widgets/load/index.tsx') ?? '').name).toBe('Disks: Load')
    expect(files.get('README.md')).toContain('# Disks\n')
  })

  it('replaces nothing', () => {
    const files = new Map([['a/b.txt', 'new']])
    const folder = join(place, 'x')
    mkdirSync(join(folder, '.git'), { recursive: true })
    writeProject(folder, files)
    expect(readFileSync(join(folder, 'a/b.txt'), 'utf8')).toBe('new')
    writeFileSync(join(folder, 'a/b.txt'), 'mine')
    expect(() => writeProject(folder, files)).toThrow('is not empty: it has a. Nothing was written.')
    expect(readFileSync(join(folder, 'a/b.txt'), 'utf8')).toBe('mine')
    expect(() => writeProject(join(folder, 'a/b.txt'), files)).toThrow('is a file')
  })

  it('uses the libraries that this release was tested with', () => {
    const { devDependencies } = json(join(own, 'template/base/package.json'))
    const locked = json(join(own, '../../package-lock.json')).packages
    const versionOf = (name: string) => locked[`node_modules/${name}`].version
    const exact = Object.entries<string>(devDependencies).filter(
      ([name, range]) => !range.startsWith('^') && !name.startsWith('@svc/'),
    )
    expect(exact).toEqual(exact.map(([name]) => [name, versionOf(name)]))
    expect(exact.length).toBeGreaterThan(6)
  })
})

/** Raised with every release, in new projects only. */
const withoutRelease = (text = '') => text.replace(/("@svc\/[a-z-]+"): "[^"]+"/g, '$1: ""')

describe('an example', () => {
  const examples = readdirSync(join(own, 'examples'))
  it.each(examples)('%s began as a new project does', (example) => {
    const folder = join(own, 'examples', example)
    const kind = existsSync(join(folder, 'widgets')) ? 'collection' : 'widget'
    const files = projectFiles(kind, namesFrom(example), json(join(own, 'package.json')).version)
    for (const file of ['package.json', 'tsconfig.json', 'vitest.config.ts', '.gitignore']) {
      const [now, then] = [readFileSync(join(folder, file), 'utf8'), files.get(file)].map(withoutRelease)
      expect([file, now]).toEqual([file, then])
    }
  })
})

describe('the command', () => {
  it('takes what it was given; the rest follows from the folder', async () => {
    const options = readOptions(['disk-health', '--id', 'net.acme.disks', '--collection'])
    expect(options.collection).toBe(true)
    expect(await settle(options, undefined)).toEqual({
      folder: 'disk-health',
      packageName: 'disk-health',
      title: 'Disk health',
      id: 'net.acme.disks',
    })
    expect(() => readOptions(['a', 'b'])).toThrow('"b" is too much')
    expect(() => readOptions(['a', '--force'])).toThrow("Unknown option '--force'")
    await expect(settle(readOptions([]), undefined)).rejects.toThrow('the folder is missing')
  })

  it('asks on a terminal for what was not given, and offers what follows from the folder', async () => {
    const answers: Record<string, string> = { Folder: 'disk-health', Name: '', Id: 'net.acme.disks' }
    const [input, output] = [new PassThrough(), new PassThrough()]
    const asked: string[] = []
    output.on('data', (data: Buffer) => {
      const [, question, offer] = /(\w+)[^(]* \((.+)\): /.exec(String(data)) ?? []
      if (question === undefined) return
      asked.push(`${question} ${offer}`)
      input.write(`${answers[question]}\n`)
    })
    expect(await settle(readOptions([]), { input, output })).toMatchObject({
      folder: 'disk-health',
      title: 'Disk health',
      id: 'net.acme.disks',
    })
    expect(asked).toEqual(['Folder my-widget', 'Name Disk health', 'Id org.example.disk-health'])
  })

  it('writes nothing when whoever was asked leaves', async () => {
    const [input, output] = [new PassThrough(), new PassThrough()]
    output.on('data', () => input.end())
    await expect(settle(readOptions(['disk-health']), { input, output })).rejects.toThrow('Nothing was written.')
  })

  it.each(['', 'Disk', '9lives', 'a--b', 'a_b', 'x'.repeat(61)])('%j is no folder for a package', (folder) => {
    expect(() => namesFrom(join('/', folder))).toThrow('is not a name such as disk-health')
  })

  it('writes a project, once', () => {
    const run = (...args: string[]) =>
      spawnSync(process.execPath, [join(own, 'bin/create-svc-widget.js'), ...args], { cwd: place, encoding: 'utf8' })
    expect(run('disks').stdout).toContain('npm run dev')
    expect(existsSync(join(place, 'disks/src/index.tsx'))).toBe(true)
    const again = run('disks')
    expect([again.status, again.stderr]).toEqual([1, expect.stringContaining('disks is not empty')])
    expect(run('--help').stdout).toContain('npm create svc-widget <folder>')
    expect(run('--version').stdout.trim()).toBe(json(join(own, 'package.json')).version)
  })
})
