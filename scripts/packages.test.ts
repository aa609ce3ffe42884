import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from './setup/child.mjs'

const read = (file: string) => readFileSync(join(root, file), 'utf8')
const ignored = ['**/node_modules', '**/dist', 'data', 'e2e/fixtures/**']

interface Manifest {
  readonly name: string
  readonly version: string
  readonly private?: boolean
}
const packages = globSync('**/package.json', {
  cwd: root,
  exclude: [...ignored, 'sdk/create-widget/{examples,template}/**'],
})
  .map((file) => ({ file, manifest: JSON.parse(read(file)) as Manifest }))
  .filter(({ manifest }) => !manifest.private)

describe('the packages', () => {
  it('are scoped: nobody else can publish under our names', () => {
    expect(packages.length).toBeGreaterThan(30)
    const names = packages.map(({ manifest }) => manifest.name)
    expect(names.filter((name) => !name.startsWith('@svc/'))).toEqual([])
  })

  it('have one version, which is also that of the surface for widgets', () => {
    const [, surface] = /SDK_VERSION = '(.*)'/.exec(read('sdk/widget/src/version.ts')) ?? []
    expect(new Set(packages.map(({ manifest }) => manifest.version))).toEqual(new Set([surface]))
  })

  it.each(packages.map(({ file }) => dirname(file)))('%s has the licence', (folder) => {
    expect(read(`${folder}/LICENSE`)).toBe(read('LICENSE'))
  })
})

/** Programs of packages that the reader has installed by then. */
const installed = ['tsc', 'vite', 'vitest', 'biome']

describe('the commands that we show', () => {
  const shown = globSync('**/*.{md,ts,tsx,json,tmpl}', { cwd: root, exclude: [...ignored, 'package-lock.json'] })

  it('fetch no package with a name that is not ours', () => {
    const commands = /\b(?:npx|npm (?:create|init|exec))(?: --?[\w-]+)* ([@\w][\w@/.-]*)/g
    const unknown = shown.flatMap((file) =>
      [...read(file).matchAll(commands)]
        .filter(([command, name = '']) => !command.includes('--no-install') && !name.startsWith('@svc/'))
        .filter(([, name = '']) => !installed.includes(name))
        .map(([command]) => `${file}: ${command}`),
    )
    expect(unknown).toEqual([])
  })
})
