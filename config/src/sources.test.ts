import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ConfigFault, faultsAs } from './fault.ts'
import { readSources } from './sources.ts'

let cwd: string
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'svc-config-'))
})
afterEach(() => rmSync(cwd, { recursive: true, force: true }))

const read = (only?: string) =>
  readSources({ program: 'agent', only, cwd, env: { SVC_A: '1', HOME: '/', SVC_B: undefined } })

it('reads the file of the working directory, then the environment', () => {
  writeFileSync(join(cwd, 'agent.toml'), 'a = 1')
  writeFileSync(join(cwd, 'server.toml'), 'a = 2')
  expect(read()).toEqual([
    { kind: 'file', name: join(cwd, 'agent.toml'), table: { a: 1 } },
    { kind: 'env', vars: { SVC_A: '1' } },
  ])
})

it('needs no file', () => {
  expect(read()).toEqual([{ kind: 'env', vars: { SVC_A: '1' } }])
})

it('reads only the file that is named, and that must exist', () => {
  writeFileSync(join(cwd, 'agent.toml'), 'a = 1')
  writeFileSync(join(cwd, 'mine.toml'), 'a = 2')
  expect(read('mine.toml')[0]).toEqual({ kind: 'file', name: join(cwd, 'mine.toml'), table: { a: 2 } })
  expect(() => read('none.toml')).toThrow(/none\.toml cannot be read: ENOENT/)
})

it('refuses a file that is a folder', () => {
  mkdirSync(join(cwd, 'agent.toml'))
  expect(() => read()).toThrow(/agent\.toml cannot be read: EISDIR/)
})

it.each([
  ['token = "hunter2', 1],
  ['a = 1\ntoken = = "hunter2"', 2],
  ['token = hunter2', 1],
  ['a = 1\n[token."hunter2"\n', 2],
  ['hunter2 = 1\nhunter2 = 2', 2],
  ['token = "\\hunter2"', 1],
  ['token = 99999999999999999999', 1],
])('names the place of a syntax error and quotes nothing of the file: %j', (toml, line) => {
  writeFileSync(join(cwd, 'agent.toml'), toml)
  let message = ''
  try {
    read()
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigFault)
    message = (error as Error).message
  }
  expect(message).toContain(`agent.toml is not valid TOML at line ${line}, column `)
  expect(message).not.toMatch(/hunter|\n|Invalid TOML/)
})

it('ends a program with its own error, and leaves other errors alone', () => {
  class Ending extends Error {}
  expect(() => faultsAs(Ending, () => read('none.toml'))).toThrow(Ending)
  const other = new TypeError('x')
  const fails = () => {
    throw other
  }
  expect(() => faultsAs(Ending, fails)).toThrow(other)
})
