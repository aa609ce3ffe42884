import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Type } from '@sinclair/typebox'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readConfig } from './config.js'
import { coreConfig } from './core-config.js'
import { assertOneOwner, sliceOf, unknownKeys } from './fragments.js'
import { readLayers } from './layers.js'

let cwd: string
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'svc-config-'))
})
afterEach(() => rmSync(cwd, { recursive: true, force: true }))

const layersOf = (toml: string, env: NodeJS.ProcessEnv = {}) => {
  writeFileSync(join(cwd, 'agent.toml'), toml)
  return readLayers({ cwd, env })
}
const read = (toml: string, env: NodeJS.ProcessEnv = {}) => readConfig(layersOf(toml, env).layers)
const url = 'server_url = "https://svc.example.com"\n'
const own = { owner: 'the agent', schema: coreConfig }

describe('the configuration', () => {
  it('has the defaults of the specification', () => {
    expect(read(url).core).toMatchObject({
      server_url: 'https://svc.example.com',
      enrollment_code: '',
      token: '',
      log: { level: 'info', file: '' },
      state_dir: '/var/lib/svc-agent',
    })
  })

  it('lets the environment override the file', () => {
    const { core } = read(`${url}[log]\nlevel = "warn"\n`, {
      SVC_LOG__LEVEL: 'debug',
      SVC_STATE_DIR: '/tmp/x',
      HOME: '/',
    })
    expect(core.log.level).toBe('debug')
    expect(core.state_dir).toBe('/tmp/x')
  })

  it('reads only the file that --config names, and keeps the token in it', () => {
    writeFileSync(join(cwd, 'agent.toml'), 'server_url = "https://other.example.com"')
    writeFileSync(join(cwd, 'mine.toml'), url)
    const layers = readLayers({ cwd, env: {}, file: 'mine.toml' })
    expect(readConfig(layers.layers).core.server_url).toBe('https://svc.example.com')
    expect(layers.tokenFile).toBe(join(cwd, 'mine.toml'))
    expect(() => readLayers({ cwd, env: {}, file: 'none.toml' })).toThrow(/none\.toml cannot be read: .*ENOENT/)
  })

  it('keeps the token in ./agent.toml when no file is there', () => {
    expect(readLayers({ cwd, env: {} }).tokenFile).toBe(join(cwd, 'agent.toml'))
  })

  it('accepts collector.interval of old files, of whatever type, and does not use it', () => {
    const { core } = read(`${url}[collector]\ninterval = 1\n`)
    expect(core.collector.interval).toBe(1)
    expect(read(`${url}[collector]\ninterval = "3s"\n`).core.collector.interval).toBe('3s')
  })

  it('collects allow and deny from every source: an override does not lift a deny', () => {
    const config = read(`${url}[capabilities]\nallow = ["exec"]\ndeny = ["docker"]\n`, {
      SVC_CAPABILITIES__ALLOW: 'docker, file',
      SVC_CAPABILITIES__DENY: '',
    })
    expect(config.allow.map(({ name }) => name)).toEqual(['exec', 'docker', 'file'])
    expect(config.deny.map(({ name }) => name)).toEqual(['docker'])
    expect(config.deny[0]?.source).toBe(`capabilities.deny in ${join(cwd, 'agent.toml')}`)
  })
})

describe('a wrong value', () => {
  it.each<[string, string, NodeJS.ProcessEnv, string]>([
    ['no address', '', {}, 'server_url is required; set it in the configuration file or in SVC_SERVER_URL'],
    ['an empty address', 'server_url = ""', {}, 'server_url in FILE must not be empty'],
    ['no URL', 'server_url = "svc.example.com:9527x"', {}, 'server_url in FILE must be an address such as https://'],
    ['another scheme', 'server_url = "ftp://h"', {}, 'server_url in FILE must be an address such as'],
    ['a password in it', 'server_url = "https://u:hunter2@h"', {}, 'server_url in FILE must not hold a user name'],
    ['a number for a string', 'server_url = 5', {}, 'server_url in FILE must be a string'],
    ['a level', `${url}[log]\nlevel = "loud"`, {}, 'log.level in FILE must be one of trace, debug, info, warn, error'],
    [
      'an environment level',
      url,
      { SVC_LOG__LEVEL: 'loud' },
      'log.level in environment variable SVC_LOG__LEVEL must be',
    ],
    ['no list', `${url}[capabilities]\nallow = "exec"`, {}, 'capabilities.allow in FILE must be a list'],
    [
      'a list of numbers',
      `${url}[capabilities]\nallow = [1]`,
      {},
      'capabilities.allow in FILE is wrong at /0: expected',
    ],
    ['no table', `${url}log = "info"`, {}, 'log in FILE must be a table'],
    ['an empty token', url, { SVC_TOKEN: '' }, 'token in environment variable SVC_TOKEN is set but empty'],
    ['a short token', `${url}token = "abc"`, {}, 'token in FILE must be 8 to 512 printable ASCII characters'],
    ['a code with a line end', url, { SVC_ENROLLMENT_CODE: 'abc\n' }, 'enrollment_code in environment variable SVC_EN'],
    ['no TOML', `${url}token = "abc`, {}, 'FILE is not valid TOML: line 2, column'],
  ])('is refused in one sentence: %s', (_, toml, env, sentence) => {
    let message = ''
    try {
      read(toml, env)
    } catch (error) {
      message = (error as Error).message
    }
    expect(message.replaceAll(join(cwd, 'agent.toml'), 'FILE')).toContain(sentence)
    expect(message).not.toContain('\n')
    expect(message).not.toContain('hunter2')
  })

  it('is found even where a later source overrides it', () => {
    expect(() => read(`${url}[log]\nlevel = 5`, { SVC_LOG__LEVEL: 'info' })).toThrow(
      /log\.level in .*agent\.toml must be/,
    )
  })

  it('is refused when the file is a folder', () => {
    mkdirSync(join(cwd, 'agent.toml'))
    expect(() => readLayers({ cwd, env: {} })).toThrow(/agent\.toml cannot be read/)
  })
})

describe('fragments', () => {
  const fragment = Type.Object({
    probe: Type.Object({
      enabled: Type.Boolean({ default: false }),
      count: Type.Integer({ minimum: 1, maximum: 9, default: 3 }),
      ratio: Type.Number({ default: 0.5 }),
      hosts: Type.Array(Type.String(), { default: [] }),
    }),
  })
  const slice = (toml: string, env: NodeJS.ProcessEnv = {}) => sliceOf(fragment, layersOf(toml, env).layers).probe

  it('gets its own slice, with defaults', () => {
    expect(slice(`${url}[probe]\ncount = 4`)).toEqual({ enabled: false, count: 4, ratio: 0.5, hosts: [] })
  })

  it('reads environment text as what the schema wants', () => {
    const env = {
      SVC_PROBE__ENABLED: 'True',
      SVC_PROBE__COUNT: '7',
      SVC_PROBE__RATIO: '1.5',
      SVC_PROBE__HOSTS: 'a, b,',
    }
    expect(slice(url, env)).toEqual({ enabled: true, count: 7, ratio: 1.5, hosts: ['a', 'b'] })
  })

  it.each([
    ['SVC_PROBE__ENABLED', 'yes', 'must be true or false'],
    ['SVC_PROBE__COUNT', '0x10', 'must be a whole number from 1 to 9'],
    ['SVC_PROBE__COUNT', '10', 'must be a whole number from 1 to 9'],
    ['SVC_PROBE__COUNT', '', 'must be a whole number from 1 to 9'],
    ['SVC_PROBE__RATIO', 'NaN', 'must be a number'],
  ])('refuses %s=%s', (name, value, rule) => {
    expect(() => slice(url, { [name]: value })).toThrow(`environment variable ${name} ${rule}`)
  })

  it('may not declare a key somebody else has', () => {
    const other = { owner: 'plugin other', schema: Type.Object({ log: Type.Object({ level: Type.String() }) }) }
    expect(() => assertOneOwner([own, other])).toThrow(
      'plugin other and the agent both declare the configuration key log.level',
    )
  })

  it('are what unknown keys are compared with', () => {
    const { layers } = layersOf(`${url}serverurl = "x"\n[probe]\ncuont = 1\n[file]\nroots = []\n[__proto__]\na = 1`, {
      SVC_LOG__LEVLE: 'info',
      SVC_TOKN: 'x',
    })
    const warnings = unknownKeys(layers, [own, { owner: 'plugin probe', schema: fragment }], ['file'])
    expect(warnings.map((text) => text.replaceAll(join(cwd, 'agent.toml'), 'FILE'))).toEqual([
      'serverurl in FILE is not a configuration key and is ignored; did you mean server_url?',
      'probe.cuont in FILE is not a configuration key and is ignored; did you mean probe.count?',
      '__proto__.a in FILE is not a configuration key and is ignored',
      'environment variable SVC_LOG__LEVLE is not a configuration key and is ignored; did you mean SVC_LOG__LEVEL?',
      'environment variable SVC_TOKN is not a configuration key and is ignored; did you mean SVC_TOKEN?',
    ])
  })
})
