import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Type } from '@sinclair/typebox'
import { readSources } from '@svc/config'
import { definePlugin } from '@svc/plugin-sdk'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { kernelConfig } from '../src/config/kernel-config.ts'
import { createTestKernel } from '../src/testing.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'svc-config-'))
})
afterEach(() => rmSync(dir, { recursive: true }))

const file = (toml: string) => {
  const path = join(dir, 'server.toml')
  writeFileSync(path, toml)
  return path
}
const read = (env: Record<string, string>, toml = '') =>
  kernelConfig(readSources({ program: 'server', configFile: file(toml), cwd: dir, env }))

describe('layers', () => {
  it('fall back to the defaults of the specification', () => {
    expect(read({})).toMatchObject({
      server: { listen: '0.0.0.0:9527', data_dir: './data', trusted_proxies: expect.arrayContaining(['10.0.0.0/8']) },
      database: { path: 'svc.db', max_connections: 10 },
      log: { level: 'info', file: '' },
      plugins: { disabled: [] },
    })
  })

  it('prefer the environment to the file', () => {
    const toml = '[server]\nlisten = "127.0.0.1:1"\ntrusted_proxies = ["10.0.0.0/8"]\n[log]\nlevel = "warn"'
    const env = { SVC_SERVER__LISTEN: '[::1]:2', SVC_SERVER__TRUSTED_PROXIES: '', SVC_PLUGINS__DISABLED: 'a, b' }
    expect(read(env, toml)).toMatchObject({
      server: { listen: '[::1]:2', trusted_proxies: [] },
      log: { level: 'warn' },
      plugins: { disabled: ['a', 'b'] },
    })
  })
})

describe('an invalid value gives one sentence with key, source and rule', () => {
  it.each<[Record<string, string>, string, string]>([
    [
      { SVC_SERVER__LISTEN: '9527' },
      '',
      'server.listen in environment variable SVC_SERVER__LISTEN must be an address and port such as 0.0.0.0:9527, not "9527"',
    ],
    [{}, 'server.listen = 9527', 'server.listen in FILE must be an address and port such as 0.0.0.0:9527, not 9527'],
    [
      { SVC_SERVER__TRUSTED_PROXIES: '10.0.0.0/8,10.0.0.1' },
      '',
      'every item of server.trusted_proxies in environment variable SVC_SERVER__TRUSTED_PROXIES must be an address range such as 10.0.0.0/8, not "10.0.0.1"',
    ],
  ])('%j %s', (env, toml, sentence) => {
    expect(() => read(env, toml)).toThrow(sentence.replace('FILE', join(dir, 'server.toml')))
  })
})

describe('configuration of plugins', () => {
  const plugin = (id: string, schema: Parameters<typeof Type.Object>[0], seen: (config: unknown) => void = () => {}) =>
    definePlugin({
      id,
      config: Type.Object(schema),
      setup: ({ config }) => {
        seen(config)
        return {}
      },
    })
  const days = { retention: Type.Object({ records_days: Type.Integer({ default: 7, minimum: 1 }) }) }

  it('gives each plugin only its own keys', async () => {
    const seen: unknown[] = []
    const events = { retention: Type.Object({ events_days: Type.Integer({ default: 3 }) }) }
    const plugins = [plugin('a', days, (c) => seen.push(c)), plugin('b', events, (c) => seen.push(c))]
    const kernel = await createTestKernel({ plugins, config: { retention: { records_days: 30 } } })
    await kernel.close()
    expect(seen).toEqual([{ retention: { records_days: 30 } }, { retention: { events_days: 3 } }])
    expect(Object.isFrozen((seen[0] as { retention: object }).retention)).toBe(true)
  })

  it('rejects two owners of one key', async () => {
    await expect(createTestKernel({ plugins: [plugin('a', days), plugin('b', days)] })).rejects.toThrow(
      'a and b both declare the configuration key retention.records_days',
    )
  })

  it('warns about unknown keys with the closest match', async () => {
    const config = { retention: { record_days: 1, records_days: 2 }, nonsense: { x: 1 }, plugins: { disabled: ['aa'] } }
    const kernel = await createTestKernel({ plugins: [plugin('a', days)], config })
    await kernel.close()
    const warnings = kernel.logs.map((record) => (record as { msg: string }).msg)
    expect(warnings).toContain(
      'unknown configuration key retention.record_days in the test; did you mean retention.records_days?',
    )
    expect(warnings).toContain('unknown configuration key nonsense.x in the test')
    expect(warnings).toContain('plugins.disabled names aa, which is not installed; did you mean a?')
  })

  it.each([true, false])('stops the program when a plugin has an invalid value, required: %s', async (required) => {
    const more = { other: Type.Object({ size: Type.Integer({ default: 1 }) }) }
    const config = { retention: { records_days: 0 }, other: { size: 'big' } }
    const plugins = [plugin('a', days), plugin('b', more)]
    const boot = createTestKernel({ plugins, config, required: required ? ['a'] : [], tolerant: true })
    await expect(boot).rejects.toMatchObject({
      message:
        'retention.records_days in the test must be an integer of at least 1, not 0\n' +
        'other.size in the test must be an integer, not "big"',
      exitCode: 78,
    })
  })

  it('keeps secrets out of messages and the log', async () => {
    const secret = { relay: Type.Object({ key: Type.String({ maxLength: 5, secret: true }) }) }
    const wrong = createTestKernel({ plugins: [plugin('a', secret)], config: { relay: { key: 'hunter2' } } })
    await expect(wrong).rejects.toThrow('relay.key in the test must be a string of at most 5 characters')
    const kernel = await createTestKernel({ plugins: [plugin('a', secret)], config: { relay: { key: 'hunt2' } } })
    await kernel.close()
    expect(JSON.stringify(kernel.logs)).not.toContain('hunt2')
    expect(JSON.stringify(kernel.logs)).toContain('"relay.key":"[redacted]"')
  })

  it.each([
    ['timezone', 'Mars/Olympus', 'an IANA time zone such as Europe/Berlin'],
    ['url', 'ftp://x', 'an http or https URL'],
    ['ip', '300.1.1.1', 'an IP address'],
  ])('checks the format %s', async (format, value, words) => {
    const config = { key: { it: value } }
    const plugins = [plugin('a', { key: Type.Object({ it: Type.String({ format }) }) })]
    await expect(createTestKernel({ plugins, config })).rejects.toThrow(
      `key.it in the test must be ${words}, not "${value}"`,
    )
  })
})
