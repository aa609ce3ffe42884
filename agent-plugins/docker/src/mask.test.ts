import { secretMask } from '@svc/protocol'
import { expect, it } from 'vitest'
import { maskInspected, maskLabels } from './mask.ts'

it('masks all values of environment variables, and what looks like a secret elsewhere', () => {
  const inspected = {
    Id: 'a',
    Path: 'server',
    Args: ['--user', 'ada', '--db-password', 'hunter2', '--token=hunter2', '--api-key', '--verbose', 'plain'],
    State: { Running: true, Health: { Log: [{ Output: 'GET http://ada:hunter2@db/health ok', ExitCode: 0 }] } },
    Config: {
      Env: ['PATH=/bin', 'PASSWORD=hunter2\nhunter2', 'EMPTY=', 'NAME'],
      Cmd: ['sh', '-c', 'DB_PASSWORD=hunter2 TOKEN="hunter2 x" server --secret hunter2 --port 80'],
      Labels: { 'traefik.auth': 'hunter2', author: 'Ada', 'com.docker.compose.project': 'shop', api_key: '' },
    },
    HostConfig: { LogConfig: { Config: { 'splunk-token': 'hunter2' } }, Memory: 0, Binds: null },
  }
  const masked = maskInspected(inspected)
  expect(JSON.stringify(masked)).not.toContain('hunter2')
  expect(masked).toEqual({
    Id: 'a',
    Path: 'server',
    Args: ['--user', 'ada', '--db-password', secretMask, `--token=${secretMask}`, '--api-key', '--verbose', 'plain'],
    State: {
      Running: true,
      Health: { Log: [{ Output: `GET http://ada:${secretMask}@db/health ok`, ExitCode: 0 }] },
    },
    Config: {
      Env: [`PATH=${secretMask}`, `PASSWORD=${secretMask}`, 'EMPTY=', 'NAME'],
      Cmd: ['sh', '-c', `DB_PASSWORD=${secretMask} TOKEN=${secretMask} server --secret ${secretMask} --port 80`],
      Labels: { 'traefik.auth': secretMask, author: 'Ada', 'com.docker.compose.project': 'shop', api_key: '' },
    },
    HostConfig: { LogConfig: { Config: { 'splunk-token': secretMask } }, Memory: 0, Binds: null },
  })
})

it('cuts very long texts', () => {
  const { Path } = maskInspected({ Path: 'x'.repeat(1e6) })
  expect(Path).toBe(`${'x'.repeat(16_384)}…`)
})

it('takes time in proportion to a hostile text', () => {
  const texts = ['-token'.repeat(50_000), `${'a.'.repeat(50_000)}password=`, 'http://a:'.repeat(30_000)]
  for (const text of texts) expect(maskInspected({ Cmd: [text], Path: text })).toBeTypeOf('object')
})

it('masks labels', () => {
  expect(maskLabels({ password: 'hunter2', url: 'redis://:hunter2@db', role: 'web' })).toEqual({
    password: secretMask,
    url: `redis://:${secretMask}@db`,
    role: 'web',
  })
})
