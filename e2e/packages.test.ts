import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { repository } from '@svc/e2e/process'
import { expect, it } from 'vitest'

interface Manifest {
  readonly name: string
  readonly license?: string
  readonly publishConfig?: { readonly access?: string }
  readonly bin?: Readonly<Record<string, string>>
  readonly exports?: Readonly<Record<string, string | Readonly<Record<string, string>>>> | string
}

const list = (
  JSON.parse(
    execFileSync('npm', ['pack', '--dry-run', '--json', '--workspaces'], {
      cwd: repository,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      maxBuffer: 1 << 26,
    }),
  ) as { name: string; files: { path: string }[] }[]
).filter(({ name }) => name !== '@svc/e2e')

const manifestOf = (name: string) =>
  JSON.parse(readFileSync(join(repository, 'node_modules', name, 'package.json'), 'utf8')) as Manifest

/** The files that a manifest promises; sources are read in the repository only. */
function promised({ bin = {}, exports = {} }: Manifest): string[] {
  const targets = typeof exports === 'string' ? [exports] : Object.values(exports)
  const files = targets.flatMap((target) => {
    if (typeof target === 'string') return [target]
    const { 'svc-source': _, ...others } = target
    return Object.values(others)
  })
  return [...Object.values(bin), ...files].map((file) => posix.normalize(file)).filter((file) => !file.includes('*'))
}

it.each(list.map(({ name, files }) => [name, files.map(({ path }) => path)] as const))(
  '%s is packed with everything that it promises, its licence, and no tests',
  (name, files) => {
    const manifest = manifestOf(name)
    expect([manifest.license, manifest.publishConfig]).toEqual(['MIT', { access: 'public' }])
    expect(files).toEqual(expect.arrayContaining(['LICENSE', 'package.json', ...promised(manifest)]))
    const own = files.filter((file) => !file.startsWith('template/'))
    expect(own.filter((file) => /\.test\.|\.tsbuildinfo$/.test(file))).toEqual([])
  },
)

it('all packages of the workspace are packed', () => {
  expect(list.length).toBeGreaterThan(35)
  for (const { name } of list) expect(name).toMatch(/^@svc\//)
})
