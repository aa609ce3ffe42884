import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { readManifest } from '@svc/widget-sdk/manifest'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { namesFromFolder } from './names.ts'
import { readOptions, resolveNames } from './options.ts'
import { projectFiles } from './project-files.ts'
import { writeProject } from './write-project.ts'

const packageRoot = fileURLToPath(new URL('..', import.meta.url))
const json = (file: string) => JSON.parse(readFileSync(file, 'utf8'))

let parent = ''
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'create-widget-'))
})
afterEach(() => rmSync(parent, { recursive: true, force: true }))

const names = (more: object = {}) => ({ ...namesFromFolder('disk-health'), ...more })

describe('a new project', () => {
  it('uses the chosen names and the versions of this release', () => {
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

  it('can be a collection', () => {
    const files = projectFiles('collection', names({ id: 'net.acme.disks', title: 'Disks' }), '1.0.0')
    const found = ['load', 'memory'].map((name) => readManifest(files.get(`widgets/${name}/index.tsx`) ?? ''))
    expect(found.map(({ id, name }) => [id, name])).toEqual([
      ['net.acme.disks.load', 'Disks: Load'],
      ['net.acme.disks.memory', 'Disks: Memory'],
    ])
    expect(files.get('README.md')).toContain('dist/disk-health.zip')
  })

  it.each([
    [{ id: 'disk health' }, 'id must be in reverse-DNS style'],
    [{ title: 'a */ b' }, 'must not contain */'],
    [{ title: 'x'.repeat(101) }, 'name must have'],
    [{ title: '' }, 'name must'],
    [{ title: ' \t' }, 'name must'],
  ])('rejects %j', (more, reason) => {
    for (const kind of ['widget', 'collection'] as const) {
      expect(() => projectFiles(kind, names(more), '1.0.0')).toThrow(reason)
    }
  })

  it('trims the name', () => {
    const files = projectFiles('collection', names({ title: ' Disks ' }), '1.0.0')
    expect(readManifest(files.get('widgets/load/index.tsx') ?? '').name).toBe('Disks: Load')
    expect(files.get('README.md')).toContain('# Disks\n')
  })

  it('never overwrites files', () => {
    const files = new Map([['a/b.txt', 'new']])
    const folder = join(parent, 'x')
    mkdirSync(join(folder, '.git'), { recursive: true })
    writeProject(folder, files)
    expect(readFileSync(join(folder, 'a/b.txt'), 'utf8')).toBe('new')
    writeFileSync(join(folder, 'a/b.txt'), 'mine')
    expect(() => writeProject(folder, files)).toThrow('is not empty: it contains a. Nothing was written.')
    expect(readFileSync(join(folder, 'a/b.txt'), 'utf8')).toBe('mine')
    expect(() => writeProject(join(folder, 'a/b.txt'), files)).toThrow('is a file')
  })

  it('pins the library versions of this repository', () => {
    const { devDependencies } = json(join(packageRoot, 'template/base/package.json'))
    const locked = json(join(packageRoot, '../../package-lock.json')).packages
    const versionOf = (name: string) => locked[`node_modules/${name}`].version
    const exact = Object.entries<string>(devDependencies).filter(
      ([name, range]) => !range.startsWith('^') && !name.startsWith('@svc/'),
    )
    expect(exact).toEqual(exact.map(([name]) => [name, versionOf(name)]))
    expect(exact.length).toBeGreaterThan(6)
  })
})

/** Versions of our own packages change with every release, in new projects only. */
const withoutRelease = (text = '') => text.replace(/("@svc\/[a-z-]+"): "[^"]+"/g, '$1: ""')

describe('an example', () => {
  const examples = readdirSync(join(packageRoot, 'examples'))
  it.each(examples)('%s has the configuration files of a new project', (example) => {
    const folder = join(packageRoot, 'examples', example)
    const kind = existsSync(join(folder, 'widgets')) ? 'collection' : 'widget'
    const files = projectFiles(kind, namesFromFolder(example), json(join(packageRoot, 'package.json')).version)
    for (const file of ['package.json', 'tsconfig.json', 'vitest.config.ts', '.gitignore']) {
      const [now, then] = [readFileSync(join(folder, file), 'utf8'), files.get(file)].map(withoutRelease)
      expect([file, now]).toEqual([file, then])
    }
  })
})

describe('the command', () => {
  it('takes the options and derives the rest from the folder', async () => {
    const options = readOptions(['disk-health', '--id', 'net.acme.disks', '--collection'])
    expect(options.collection).toBe(true)
    expect(await resolveNames(options, undefined)).toEqual({
      folder: 'disk-health',
      packageName: 'disk-health',
      title: 'Disk health',
      id: 'net.acme.disks',
    })
    expect(() => readOptions(['a', 'b'])).toThrow('unexpected "b"')
    expect(() => readOptions(['a', '--force'])).toThrow("Unknown option '--force'")
    await expect(resolveNames(readOptions([]), undefined)).rejects.toThrow('missing folder')
  })

  it('prompts for missing values with defaults derived from the folder', async () => {
    const answers: Record<string, string> = { Folder: 'disk-health', Name: '', Id: 'net.acme.disks' }
    const [input, output] = [new PassThrough(), new PassThrough()]
    const asked: string[] = []
    output.on('data', (data: Buffer) => {
      const [, question, offer] = /(\w+)[^(]* \((.+)\): /.exec(String(data)) ?? []
      if (question === undefined) return
      asked.push(`${question} ${offer}`)
      input.write(`${answers[question]}\n`)
    })
    expect(await resolveNames(readOptions([]), { input, output })).toMatchObject({
      folder: 'disk-health',
      title: 'Disk health',
      id: 'net.acme.disks',
    })
    expect(asked).toEqual(['Folder my-widget', 'Name Disk health', 'Id org.example.disk-health'])
  })

  it('writes nothing when the prompt is closed', async () => {
    const [input, output] = [new PassThrough(), new PassThrough()]
    output.on('data', () => input.end())
    await expect(resolveNames(readOptions(['disk-health']), { input, output })).rejects.toThrow('Nothing was written.')
  })

  it.each(['', 'Disk', '9lives', 'a--b', 'a_b', 'x'.repeat(61)])('rejects the folder %j', (folder) => {
    expect(() => namesFromFolder(join('/', folder))).toThrow('is not a valid folder name')
  })

  it('writes a project once', () => {
    const run = (...args: string[]) =>
      spawnSync(process.execPath, [join(packageRoot, 'bin/create-widget.js'), ...args], {
        cwd: parent,
        encoding: 'utf8',
      })
    expect(run('disks').stdout).toContain('npm run dev')
    expect(existsSync(join(parent, 'disks/src/index.tsx'))).toBe(true)
    const again = run('disks')
    expect([again.status, again.stderr]).toEqual([1, expect.stringContaining('disks is not empty')])
    expect(run('--help').stdout).toContain('npm create @svc/widget <folder>')
    expect(run('--version').stdout.trim()).toBe(json(join(packageRoot, 'package.json')).version)
  })
})
