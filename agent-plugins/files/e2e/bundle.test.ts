import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const folder = join(import.meta.dirname, '../../../agent/dist/bundle')

it('the agent loads koffi from its own package, and not before it is needed', () => {
  const files = globSync('*.js', { cwd: folder }).map((name) => readFileSync(join(folder, name), 'utf8'))
  expect(files.filter((text) => text.includes('import("koffi")'))).not.toEqual([])
  for (const text of ['from"koffi"', '@koromix/koffi']) expect(files.filter((file) => file.includes(text))).toEqual([])
  const { version } = createRequire(join(folder, 'svc-agent.js'))('koffi')
  expect(version).toMatch(/^3\./)
})
