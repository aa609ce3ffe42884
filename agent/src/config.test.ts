import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { folders } from '@svc/config'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readAgentSources, readConfig } from './config.ts'
import { FatalError } from './fatal-error.ts'

let cwd: string
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'svc-config-'))
})
afterEach(() => rmSync(cwd, { recursive: true, force: true }))

const read = (toml: string, env: NodeJS.ProcessEnv = {}) => {
  writeFileSync(join(cwd, 'agent.toml'), toml)
  return readConfig(readAgentSources({ cwd, env }).sources)
}
const url = 'server_url = "https://svc.example.com"\n'

describe('the configuration', () => {
  it('has the defaults of the specification', () => {
    expect(read(url).core).toMatchObject({
      server_url: 'https://svc.example.com',
      enrollment_code: '',
      token: '',
      log: { level: 'info', file: '' },
      state_dir: folders.stateFolder('svc-agent'),
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
    const { sources, tokenFile } = readAgentSources({ cwd, env: {}, file: 'mine.toml' })
    expect(readConfig(sources).core.server_url).toBe('https://svc.example.com')
    expect(tokenFile).toBe(join(cwd, 'mine.toml'))
    expect(() => readAgentSources({ cwd, env: {}, file: 'none.toml' })).toThrow(FatalError)
  })

  it('keeps the token in ./agent.toml when no file is there', () => {
    expect(readAgentSources({ cwd, env: {} }).tokenFile).toBe(join(cwd, 'agent.toml'))
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
    ['no address', '', {}, 'server_url is required: set it to a non-empty string in'],
    ['an empty address', 'server_url = ""', {}, 'server_url in FILE must be a non-empty string, not ""'],
    ['no URL', 'server_url = "svc.example.com:9527x"', {}, 'server_url in FILE must be a URL such as https://'],
    ['another scheme', 'server_url = "ftp://h"', {}, 'server_url in FILE must be a URL such as'],
    ['a password in it', 'server_url = "https://u:hunter2@h"', {}, 'server_url in FILE must not contain credentials'],
    ['a level', `${url}[log]\nlevel = "loud"`, {}, 'log.level in FILE must be one of trace, debug, info, warn, error'],
    [
      'no list',
      `${url}[capabilities]\ndeny = 5`,
      {},
      'capabilities.deny in FILE must be a list where every item is a string, not 5',
    ],
    ['a token that is no text', `${url}token = ["hunter2"]`, {}, 'token in FILE must be a string'],
    ['an empty token', url, { SVC_TOKEN: '' }, 'token in environment variable SVC_TOKEN is set but empty'],
    ['a short token', `${url}token = "abc"`, {}, 'token in FILE must be 8 to 512 printable ASCII characters'],
    ['a code with a line end', url, { SVC_ENROLLMENT_CODE: 'abc\n' }, 'enrollment_code in environment variable SVC_EN'],
    ['no TOML', `${url}token = "hunter2`, {}, 'FILE is not valid TOML at line 2, column'],
  ])('is rejected with a one-line message: %s', (_, toml, env, sentence) => {
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
})
