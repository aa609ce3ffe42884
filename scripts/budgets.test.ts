import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { root } from './setup/child.mjs'

const lines = (count: number) => Array.from({ length: count }, (_, n) => `export const n${n} = ${n}\n`).join('')

/** Inside the repository, because Biome reads nothing outside; no package is built from here. */
let folder = ''
beforeAll(() => {
  mkdirSync(join(root, 'scripts/.budgets'), { recursive: true })
  folder = mkdtempSync(join(root, 'scripts/.budgets/'))
})
afterAll(() => rmSync(join(root, 'scripts/.budgets'), { recursive: true, force: true }))

function lint(file: string, text: string) {
  writeFileSync(join(folder, file), text)
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome')
  const result = spawnSync(process.execPath, [biome, 'lint', join(folder, file)], { cwd: root, encoding: 'utf8' })
  return { status: result.status, output: result.stdout + result.stderr }
}

describe('the line budget', () => {
  it.each([
    ['x.ts', 300],
    ['x.test.ts', 500],
  ])('%s may have %i lines and not one more', (file, limit) => {
    expect(lint(file, lines(limit))).toMatchObject({ status: 0 })
    const tooLong = lint(file, lines(limit + 1))
    expect(tooLong.output).toContain('noExcessiveLinesPerFile')
    expect(tooLong.status).toBe(1)
  })
})

describe('the house style', () => {
  it.each([
    ['noExplicitAny', 'export const x: any = 1\n'],
    ['useImportType', "import { Stats } from 'node:fs'\nexport type X = Stats\n"],
    ['noUnusedVariables', 'const x = 1\nexport {}\n'],
    ['noUnusedImports', "import { join } from 'node:path'\nexport {}\n"],
  ])('%s is an error', (rule, text) => {
    const { status, output } = lint('style.ts', text)
    expect(output).toContain(rule)
    expect(status).toBe(1)
  })
})
