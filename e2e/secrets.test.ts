import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Secret, TOTP } from 'otpauth'
import { beforeAll, expect, it } from 'vitest'
import { driveAgent } from './harness/driven-agent.ts'
import { makePhone, type Tokens } from './harness/phone.ts'
import { freePort } from './harness/place.ts'
import { initialPassword, type Server } from './harness/server.ts'
import { adminPassword, firstSignIn, type Session, signIn } from './harness/session.ts'
import { makeStage } from './harness/stage.ts'

const stage = makeStage()
let server: Server
let admin: Session
let serverId: string
/** Everything secret that the server made or was given, by what it is. */
const secrets = new Map<string, string>()

const clientSecret = 'client-secret-of-the-provider'

const keep = ({ access_token, refresh_token, revocation_token }: Partial<Tokens>, of: string) => {
  // a refresh changes only the first two
  for (const [name, token] of Object.entries({ access_token, refresh_token, revocation_token })) {
    if (token !== undefined) secrets.set(`${of}: ${name}`, token)
  }
}

beforeAll(async () => {
  const port = await freePort()
  server = await stage.server({
    port,
    config: {
      log: { level: 'trace', file: 'server.log' },
      oauth: { base_url: `http://127.0.0.1:${port}`, github: { client_id: 'svc', client_secret: clientSecret } },
    },
  })
  secrets.set('client secret', clientSecret)
  admin = await firstSignIn(server)
  secrets.set('session', admin.cookie.split('=')[1] ?? '')
  secrets.set('password', adminPassword)

  const { key } = await admin.send<{ key: string }>('POST', '/api/auth/api-keys', { name: 'script' })
  secrets.set('API key', key)
  const twoFactor = await admin.send<{ secret: string; recovery_codes: string[] }>('POST', '/api/auth/2fa/setup')
  secrets.set('TOTP secret', twoFactor.secret)
  for (const [index, code] of twoFactor.recovery_codes.entries()) {
    secrets.set(`recovery code ${index}`, code)
    secrets.set(`recovery code ${index} as typed`, code.replaceAll('-', ''))
  }
  const device = new TOTP({ secret: Secret.fromBase32(twoFactor.secret) })
  await admin.send('POST', '/api/auth/2fa/enable', { code: device.generate() })

  const phone = makePhone(server.url)
  const [, , , code] = twoFactor.recovery_codes
  const tokens = await phone.login('admin', adminPassword, { totp_code: code })
  keep(tokens, 'phone')
  keep(await phone.refresh(tokens.refresh_token), 'refreshed phone')
  const pairing = await admin.send<{ code: string }>('POST', '/api/mobile/pair')
  secrets.set('pairing code', pairing.code)
  const paired = makePhone(server.url)
  const captured = await paired.pair(pairing.code)
  keep(captured, 'paired phone')

  const recovery = await admin.send<{ code: string }>('POST', '/api/mobile/pair')
  secrets.set('pairing code for recovery', recovery.code)
  const answer = await paired.post('/auth/recover', {
    pairing_code: recovery.code,
    expected_user_id: captured.user.id,
    installation_id: paired.installation_id,
    access_token: captured.access_token,
    refresh_token: captured.refresh_token,
    revocation_token: captured.revocation_token,
  })
  expect(answer.status).toBe(200)
  secrets.set('recovery token', answer.data<{ recovery_token: string }>().recovery_token)

  const host = await driveAgent({ stage, server, admin }, 'host')
  serverId = host.id
  secrets.set('enrollment code', host.code)
  secrets.set('run token', host.token)
  await host.peer.frame('welcome')

  // failed requests are logged more often than successful ones
  await signIn(server.url, 'admin', 'a password typed wrongly').catch(() => undefined)
  secrets.set('wrong password', 'a password typed wrongly')
  for (const path of ['/auth/refresh', '/auth/revoke', '/auth/recover', '/auth/pair']) {
    await phone.post(path, { ...Object.fromEntries(secrets), installation_id: 'x', code: pairing.code })
  }
})

const files = () =>
  readdirSync(join(server.dataDir, '..'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'server.toml')
    .map((entry) => join(entry.parentPath, entry.name))

/** The line that is there to be read once. */
const isAnnouncement = (line: string) => line.includes('admin password: ')

it('writes no secret to its database, its files or its log', async () => {
  const first = await initialPassword(server)
  const log = server.lines.filter((line) => !isAnnouncement(line)).join('\n')
  const find = (text: string) => [...secrets].filter(([, secret]) => text.includes(secret)).map(([name]) => name)
  expect(secrets.size).toBeGreaterThan(30)
  for (const [name, secret] of secrets) expect(secret, name).toMatch(/^.{10,}$/)
  expect(find(log)).toEqual([])
  expect(log).not.toContain(first)
  const found = Object.fromEntries(files().map((file) => [file, find(readFileSync(file, 'latin1'))]))
  expect(Object.keys(found).some((file) => file.endsWith('svc.db'))).toBe(true)
  expect(Object.keys(found).some((file) => file.endsWith('server.log'))).toBe(true)
  expect(Object.entries(found).filter(([, names]) => names.length > 0)).toEqual([])
})

it('shows no secret in a response that can be requested again', async () => {
  const places = ['auth/me', 'auth/sessions', 'auth/api-keys', 'auth/2fa/status', 'auth/oauth/accounts', 'users']
  const more = [
    'mobile/auth/devices',
    'audit-logs?limit=200',
    'servers',
    `agent-authority/events?server_id=${serverId}`,
    'plugins',
  ]
  for (const path of [...places, ...more]) {
    const { status, text } = await admin.call('GET', `/api/${path}`)
    expect(status).toBe(200)
    expect([...secrets].filter(([, secret]) => text.includes(secret)).map(([name]) => `${name} in ${path}`)).toEqual([])
    expect(text).not.toMatch(/argon2|_hash/)
  }
})
