import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ConfigError, wrapConfigErrors } from './config-error.ts'
import { readSources } from './sources.ts'

let cwd: string
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'svc-config-'))
})
afterEach(() => rmSync(cwd, { recursive: true, force: true }))

const read = (configFile?: string) =>
  readSources({ program: 'agent', configFile, cwd, env: { SVC_A: '1', HOME: '/', SVC_B: undefined } })

it('reads the file of the working directory, then the environment', () => {
  writeFileSync(join(cwd, 'agent.toml'), 'a = 1')
  writeFileSync(join(cwd, 'server.toml'), 'a = 2')
  expect(read()).toEqual([
    { kind: 'file', name: join(cwd, 'agent.toml'), table: { a: 1 } },
    { kind: 'env', vars: { SVC_A: '1' } },
  ])
})

it('works without files', () => {
  expect(read()).toEqual([{ kind: 'env', vars: { SVC_A: '1' } }])
})

it('reads only the --config file, which must exist', () => {
  writeFileSync(join(cwd, 'agent.toml'), 'a = 1')
  writeFileSync(join(cwd, 'mine.toml'), 'a = 2')
  expect(read('mine.toml')[0]).toEqual({ kind: 'file', name: join(cwd, 'mine.toml'), table: { a: 2 } })
  expect(() => read('none.toml')).toThrow(/^cannot read the configuration file .*none\.toml: ENOENT/)
})

it('rejects a folder', () => {
  mkdirSync(join(cwd, 'agent.toml'))
  expect(() => read()).toThrow(/^cannot read the configuration file .*agent\.toml: EISDIR/)
})

it.each([
  ['token = "hunter2', 1],
  ['a = 1\ntoken = = "hunter2"', 2],
  ['token = hunter2', 1],
  ['a = 1\n[token."hunter2"\n', 2],
  ['hunter2 = 1\nhunter2 = 2', 2],
  ['token = "\\hunter2"', 1],
  ['token = 99999999999999999999', 1],
])('reports the position of a syntax error without quoting the file: %j', (toml, line) => {
  writeFileSync(join(cwd, 'agent.toml'), toml)
  let message = ''
  try {
    read()
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError)
    message = (error as Error).message
  }
  expect(message).toContain(`agent.toml is not valid TOML at line ${line}, column `)
  expect(message).not.toMatch(/hunter|\n|Invalid TOML/)
})

it('rethrows config errors as the given class and leaves other errors alone', () => {
  class Ending extends Error {}
  expect(() => wrapConfigErrors(Ending, () => read('none.toml'))).toThrow(Ending)
  const other = new TypeError('x')
  const fails = () => {
    throw other
  }
  expect(() => wrapConfigErrors(Ending, fails)).toThrow(other)
})
