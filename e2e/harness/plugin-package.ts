import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { repository } from './process.ts'

export const helloFixture = join(repository, 'e2e/fixtures/svc-plugin-hello')

/** Packs folders like `npm publish`, and returns the tarballs in the same order. */
export function packAll(folders: readonly string[], into: string): string[] {
  const output = execFileSync('npm', ['pack', ...folders, '--json', '--pack-destination', into], {
    cwd: into,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  return (JSON.parse(output) as { filename: string }[]).map(({ filename }) => join(into, filename))
}

/** Packs one folder. */
export const pack = (folder: string, into: string): string => String(packAll([folder], into)[0])

/** Writes a plugin package with one source file. */
export function writePlugin(folder: string, id: string, source: string, svc: object = {}): string {
  mkdirSync(folder, { recursive: true })
  const manifest = { kind: 'plugin', sdk: '^1.0', title: id, ...svc }
  const json = { name: `svc-plugin-${id}`, version: '1.0.0', type: 'module', svc: manifest, exports: './index.js' }
  writeFileSync(join(folder, 'package.json'), JSON.stringify(json))
  writeFileSync(join(folder, 'index.js'), source)
  return folder
}
