import { mkdtempSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { definePlugin } from '@svc/plugin-sdk'
import { expect, it } from 'vitest'
import { openLog } from '../src/log.ts'
import { redact, redactUrl } from '../src/redact.ts'
import { createTestKernel } from '../src/testing.ts'

it('redacts credentials at any depth and in any spelling', () => {
  const logged = redact({
    headers: { authorization: 'Bearer x', Cookie: 'a=b', 'x-api-key': 'svc_1', host: 'h' },
    body: { newPassword: 'p', run_token: 't', client_secret: 's', list: [{ totp_code: '123456' }] },
    code: 'ABC',
    country_code: 'DE',
    close: { code: 1009 },
    code_prefix: 'AB',
  })
  expect(logged).toEqual({
    headers: { authorization: '[redacted]', Cookie: '[redacted]', 'x-api-key': '[redacted]', host: 'h' },
    body: {
      newPassword: '[redacted]',
      run_token: '[redacted]',
      client_secret: '[redacted]',
      list: [{ totp_code: '[redacted]' }],
    },
    code: '[redacted]',
    country_code: 'DE',
    close: { code: 1009 },
    code_prefix: 'AB',
  })
})

it('keeps the details of errors', () => {
  const error = Object.assign(new Error('busy', { cause: new TypeError('why') }), { code: 'SQLITE_BUSY', token: 'x' })
  expect(redact({ err: error })).toEqual({
    err: {
      ...{ type: 'Error', message: 'busy', code: 'SQLITE_BUSY', stack: expect.any(String) },
      cause: { type: 'TypeError', message: 'why', stack: expect.any(String) },
    },
  })
})

it.each([
  ['/api/agent/ws?token=abc&x=1', '/api/agent/ws?token=[redacted]&x=1'],
  ['/cb?code=1&state=2', '/cb?code=[redacted]&state=2'],
  ['/plain', '/plain'],
  ['/a?token', '/a?token=[redacted]'],
  ['/a?%74oken=abc', '/a?%74oken=[redacted]'],
  ['/a?%2574oken=abc', '/a?%2574oken=[redacted]'],
  ['/a?filter[token]=abc&token%5B%5D=d', '/a?filter[token]=[redacted]&token%5B%5D=[redacted]'],
  ['/a?next=%2Fb%3Ftoken%3Dabc&x=1', '/a?next=[redacted]&x=1'],
  ['/a?next=/b?token=abc', '/a?next=[redacted]'],
  ['/a?x=1;token=abc#token=d', '/a?x=1;token=[redacted]#token=[redacted]'],
  ['/a?q=%E0%A4%A&sort=name', '/a?q=%E0%A4%A&sort=name'],
  [`/a/svc_${'k'.repeat(43)}?key=svc_${'k'.repeat(43)}`, '/a/[redacted]?key=[redacted]'],
])('%s', (url, logged) => expect(redactUrl(url)).toBe(logged))

it('recognizes API keys and pairing codes by their format', () => {
  const key = `svc_${'Aa0_-'.repeat(9).slice(0, 43)}`
  expect(redact({ note: `sent ${key}, ${key.replace('_', '_pair_')}` })).toEqual({
    note: 'sent [redacted], [redacted]',
  })
})

it('copes with circular references', () => {
  const loop: Record<string, unknown> = {}
  loop.loop = loop
  expect(JSON.stringify(redact(loop))).toContain('[nested]')
})

it('logs requests without their secrets, with the name of the plugin', async () => {
  const plugin = definePlugin({
    id: 'talker',
    setup: ({ log }) => {
      log.info({ token: 'tok-1' }, 'set up')
      return {}
    },
  })
  const kernel = await createTestKernel({ plugins: [plugin] })
  await kernel.inject({ url: '/api/x?token=tok-2', headers: { authorization: 'Bearer tok-3', cookie: 's=tok-4' } })
  await kernel.close()
  expect(JSON.stringify(kernel.logs)).not.toMatch(/tok-\d/)
  expect(kernel.logs).toContainEqual(expect.objectContaining({ plugin: 'talker', msg: 'set up', token: '[redacted]' }))
  expect(kernel.logs).toContainEqual(
    expect.objectContaining({
      msg: 'request',
      req: { method: 'GET', url: '/api/x?token=[redacted]', ip: '127.0.0.1' },
    }),
  )
})

it('also writes to a file, from the configured level', () => {
  const dir = mkdtempSync(join(tmpdir(), 'svc-log-'))
  const file = join(dir, 'deep/svc.log')
  const lines: string[] = []
  const { log, close } = openLog({ level: 'warn', file, stream: { write: (line) => void lines.push(line) } })
  log.info('quiet')
  log.warn('loud')
  close()
  expect(lines).toHaveLength(1)
  expect(readFileSync(file, 'utf8')).toBe(lines[0])
  expect(statSync(file).mode & 0o777).toBe(0o600)
  rmSync(dir, { recursive: true })
})

it('announces at any level on standard output only, and opens a rotated file again', () => {
  const dir = mkdtempSync(join(tmpdir(), 'svc-log-'))
  const file = join(dir, 'svc.log')
  const lines: string[] = []
  const { log, announce, reopen, close } = openLog({
    level: 'error',
    file,
    stream: { write: (line) => void lines.push(line) },
  })
  log.error('before')
  renameSync(file, `${file}.1`)
  reopen()
  announce('the word is swordfish')
  log.error('after')
  close()
  expect(lines.map((line) => JSON.parse(line).msg)).toEqual(['before', 'the word is swordfish', 'after'])
  expect([`${file}.1`, file].map((name) => readFileSync(name, 'utf8'))).toEqual([lines[0], lines[2]])
  rmSync(dir, { recursive: true })
})

it('survives a full disk and logging after close', () => {
  const lines: string[] = []
  const { log, close } = openLog({
    level: 'info',
    file: '/dev/full',
    stream: { write: (line) => void lines.push(line) },
  })
  log.info('one')
  close()
  log.info('two')
  expect(lines).toHaveLength(2)
})
