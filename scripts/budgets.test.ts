import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { root } from './setup/child.mjs'

const lines = (count: number) => Array.from({ length: count }, (_, n) => `export const n${n} = ${n}\n`).join('')

const folder = mkdtempSync(join(tmpdir(), 'svc-budgets-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function lint(file: string, text: string) {
  writeFileSync(join(folder, file), text)
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome')
  const args = ['lint', `--config-path=${root}`, '--vcs-enabled=false', file]
  const result = spawnSync(process.execPath, [biome, ...args], { cwd: folder, encoding: 'utf8' })
  return { status: result.status, output: result.stdout + result.stderr }
}

/** Line counts of the sources of this repository by path; tests and templates left out. */
function sources(): Map<string, number> {
  const tops = ['sdk', 'config', 'kernel', 'plugins', 'agent', 'agent-plugins', 'dashboard', 'e2e', 'scripts']
  const files = tops.flatMap((top) =>
    readdirSync(join(root, top), { recursive: true, encoding: 'utf8' }).map((file) => `${top}/${file}`),
  )
  const own = files.filter(
    (file) => /\.(tsx?|mjs)$/.test(file) && !/(^|\/)(node_modules|dist|templates)\/|\.test\.tsx?$/.test(file),
  )
  return new Map(own.map((file) => [file, readFileSync(join(root, file), 'utf8').split('\n').length - 1]))
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

describe('the size of the whole', () => {
  const counts = sources()
  const sizes = [...counts.values()].sort((a, b) => a - b)
  const quantile = (q: number) => sizes[Math.floor((sizes.length - 1) * q)] ?? Number.POSITIVE_INFINITY
  const over = (limit: number, select: RegExp) =>
    [...counts].filter(([file, lines]) => select.test(file) && lines > limit)

  it('keeps files small: median 80, p95 250', () => {
    expect(quantile(0.5)).toBeLessThanOrEqual(80)
    expect(quantile(0.95)).toBeLessThanOrEqual(250)
  })

  it("keeps a plugin's index.ts a table of contents", () => {
    expect(over(60, /^(agent-)?plugins\/[^/]+\/src\/index\.ts$/)).toEqual([])
  })

  it('keeps the kernel readable in one sitting', () => {
    expect(over(150, /^kernel\/src\/kernel\.ts$/)).toEqual([])
    // the list of bundled plugins is a table: it grows with them, and nobody reads it to understand the kernel
    const kernel = [...counts].filter(([file]) => /^kernel\/src\/(?!testing|bundled\.ts)/.test(file))
    expect(kernel.reduce((sum, [, lines]) => sum + lines, 0)).toBeLessThanOrEqual(3300)
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
