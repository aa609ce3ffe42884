import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { repository } from './process.js'

export const helloFixture = join(repository, 'e2e/fixtures/svc-plugin-hello')

/** Packs a folder the way its author would publish it, and returns the tarball. */
export function pack(folder: string, into: string): string {
  const output = execFileSync('npm', ['pack', folder, '--json', '--pack-destination', into], {
    cwd: into,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [{ filename }] = JSON.parse(output) as [{ filename: string }]
  return join(into, filename)
}

/** Writes the package of a plugin with one source file. */
export function writePlugin(folder: string, id: string, source: string, svc: object = {}): string {
  mkdirSync(folder, { recursive: true })
  const manifest = { kind: 'plugin', sdk: '^1.0', title: id, ...svc }
  const json = { name: `svc-plugin-${id}`, version: '1.0.0', type: 'module', svc: manifest, exports: './index.js' }
  writeFileSync(join(folder, 'package.json'), JSON.stringify(json))
  writeFileSync(join(folder, 'index.js'), source)
  return folder
}
