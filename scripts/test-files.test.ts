import { spawnSync } from 'node:child_process'
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from './setup/child.mjs'

const ignored = new Set(['node_modules', 'dist', 'fixtures', 'templates', 'data'])

const findTests = (folder: string): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder ? `${folder}/${entry.name}` : entry.name
    if (entry.isDirectory()) return ignored.has(entry.name) || entry.name.startsWith('.') ? [] : findTests(path)
    return /\.test\.tsx?$/.test(entry.name) ? [path] : []
  })

const tests = findTests('')

function linesOf(program: string, args: string[]): Set<string> {
  const { stdout } = spawnSync(process.execPath, [join(root, program), ...args], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  })
  return new Set(
    stdout.split('\n').map((line) => relative(root, resolve(root, line.replace(/^\[[^\]]*\] /, '').trim()))),
  )
}

describe('every test file', () => {
  it('is run by Vitest', { timeout: 240_000 }, () => {
    const listed = linesOf('node_modules/vitest/vitest.mjs', ['list', '--filesOnly'])
    expect(tests.length).toBeGreaterThan(50)
    expect(tests.filter((file) => !listed.has(file))).toEqual([])
  })

  it('is type-checked', { timeout: 240_000 }, () => {
    const read = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8'))
    const { references } = read('tsconfig.json') as { references: { path: string }[] }
    const projects = references.map(({ path }) => (path.endsWith('.json') ? path : `${path}/tsconfig.json`))
    const withTests = projects.filter((file) => !(read(file).exclude ?? []).includes('**/*.test.ts'))
    const checked = withTests.flatMap((file) => [
      ...linesOf('node_modules/typescript-7/bin/tsc', ['-p', file, '--listFilesOnly']),
    ])
    expect(tests.filter((file) => !checked.includes(file))).toEqual([])
  })
})

it('the harness and the benchmarks name no file of a plugin, so that a plugin can be deleted', () => {
  const files = globSync('e2e/{harness,bench}/**/*.ts', { cwd: root })
  const plugins = readdirSync(join(root, 'plugins')).join('|')
  const named = RegExp(`plugins/(?:${plugins})/|@svc/plugin-(?:${plugins})\\b`)
  expect(files.length).toBeGreaterThan(50)
  expect(files.filter((file) => named.test(readFileSync(join(root, file), 'utf8')))).toEqual([])
})
