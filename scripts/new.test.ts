import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPackage } from './new/create-package.mjs'
import { namesOf, validate } from './new/names.mjs'
import { root } from './setup/child.mjs'

/** A copy of the sources, with links to the installed libraries, so that the real tree stays unchanged. */
let copy = ''

function linkLibraries(folder: string) {
  const from = join(root, folder, 'node_modules')
  if (!existsSync(from)) return
  const to = join(copy, folder, 'node_modules')
  mkdirSync(to, { recursive: true })
  for (const name of readdirSync(from).filter((entry) => !entry.startsWith('.') && entry !== '@svc')) {
    symlinkSync(join(from, name), join(to, name))
  }
}

beforeAll(() => {
  copy = mkdtempSync(join(realpathSync(tmpdir()), 'svc-new-'))
  const parts = [
    'sdk',
    'config',
    'kernel',
    'plugins',
    'agent',
    'agent-plugins',
    'scripts/templates',
    'vitest.config.ts',
  ]
  const configs = [
    'package.json',
    'README.md',
    'tsconfig.base.json',
    'tsconfig.json',
    'tsconfig.plugins.json',
    'tsconfig.agent-plugins.json',
    'tsconfig.tests.json',
    ...['dashboard', 'e2e', 'scripts'].map((folder) => `${folder}/tsconfig.json`),
  ]
  const isSource = (path: string) => !/(\/(node_modules|dist)|\.tsbuildinfo)$/.test(path)
  for (const part of [...parts, ...configs])
    cpSync(join(root, part), join(copy, part), { recursive: true, filter: isSource })

  const packages = [
    '',
    'config',
    'kernel',
    'agent',
    ...['sdk', 'plugins', 'agent-plugins'].flatMap((top) =>
      readdirSync(join(root, top)).map((name) => `${top}/${name}`),
    ),
  ]
  packages.forEach(linkLibraries)
  mkdirSync(join(copy, 'node_modules/@svc'))
  for (const name of readdirSync(join(root, 'node_modules/@svc'))) {
    const target = relative(root, realpathSync(join(root, 'node_modules/@svc', name)))
    symlinkSync(join(copy, target), join(copy, 'node_modules/@svc', name))
  }
})
afterAll(() => rmSync(copy, { recursive: true, force: true }))

function run(program: string, args: string[]) {
  const result = spawnSync(process.execPath, [join(root, program), ...args], {
    cwd: copy,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1' },
  })
  return { status: result.status, output: result.stdout + result.stderr }
}

describe('npm run new', () => {
  // together, because every run of a checker starts with the same libraries
  it('creates plugins for server and agent that pass type check, tests and lint', { timeout: 240_000 }, () => {
    const folders = [
      createPackage(copy, 'plugin', namesOf('disk-health')).folder,
      createPackage(copy, 'agent-plugin', namesOf('fan-speed')).folder,
    ]

    const style = run('node_modules/@biomejs/biome/bin/biome', [
      'check',
      '--error-on-warnings',
      `--config-path=${root}`,
      '--vcs-enabled=false',
      ...folders,
    ])
    expect(style.status, style.output).toBe(0)
    const readme = readFileSync(join(copy, 'README.md'), 'utf8')
    expect(readme).toContain('| `disk_health.max_notes` | 100 |')
    expect(readme).not.toContain('fan_speed.max_notes')
    const pluginReadme = readFileSync(join(copy, 'plugins/disk-health/README.md'), 'utf8')
    const routes = [...pluginReadme.matchAll(/^\| `(\w+ \/\S+)` \| (\w+) \|/gm)]
    const rows = routes.map(([, route, access]) => `  '${route}': '${access}',\n`)
    expect(rows).toHaveLength(2)
    const access = readFileSync(join(copy, 'plugins/disk-health/test/access.ts'), 'utf8')
    expect(access).toContain(`defineAccess({\n${rows.join('')}})`)

    const projects = folders.flatMap((folder) => ['--project', folder])
    const report = join(copy, 'report.json')
    const reporting = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
    const tests = run('node_modules/vitest/vitest.mjs', ['run', ...projects, ...reporting])
    expect(tests.status, tests.output).toBe(0)
    const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as {
      testResults: { name: string; assertionResults: { status: string }[] }[]
    }
    for (const folder of folders) {
      const files = testResults.filter(({ name }) => name.startsWith(`${join(copy, folder)}/`))
      const passed = files.flatMap((file) => file.assertionResults).filter(({ status }) => status === 'passed')
      expect(passed, folder).not.toEqual([])
    }

    const types = run('node_modules/typescript-7/bin/tsc', ['-b', 'tsconfig.tests.json'])
    expect(types.output).toBe('')
  })

  it.each([
    ['plugin', '', 'the id of the plugin is missing'],
    ['plugin', 'DiskHealth', 'not a kebab-case noun'],
    ['plugin', '../x', 'not a kebab-case noun'],
    ['plugin', 'disk--health', 'not a kebab-case noun'],
    ['plugin', '9lives', 'not a kebab-case noun'],
    ['plugin', 'x'.repeat(41), 'longer than 40'],
    ['plugin', 'kernel', 'is reserved'],
    ['plugin', 'metrics', 'plugins/metrics already exists'],
    ['gadget', 'x', 'neither plugin nor agent-plugin'],
  ])('rejects %s %j: %s', (kind, id, reason) => expect(validate(root, kind, id)).toContain(reason))
})
