import { randomBytes } from 'node:crypto'
import { createTestKernel, type TestKernel, type TestKernelOptions } from '@svc/kernel/testing'
import { authWithCheapHashes as auth } from '@svc/plugin-auth/testing'
import { credentialsRevoked, definePlugin, listen, type Revocation } from '@svc/plugin-sdk'
import system from '@svc/plugin-system'
import mobile from '../src/index.ts'
import { pushes } from './pushes.ts'

const start = Date.parse('2026-01-31T12:00:00Z')
export const second = 1000
export const minute = 60 * second
export const day = 86_400 * second

type InjectResponse = Awaited<ReturnType<TestKernel['inject']>>
export type Tokens = {
  readonly access_token: string
  readonly access_expires_in_secs: number
  readonly refresh_token: string
  readonly refresh_expires_in_secs: number
  readonly revocation_token: string
  readonly mobile_session_id: string
  readonly user: { readonly id: string; readonly username: string; readonly role: string }
}

export interface Person {
  readonly id: string
  readonly username: string
  readonly password: string
  /** of a web session */
  readonly cookie: { readonly cookie: string }
}

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

/** The tokens of a sign-in that a phone still has. */
export const captured = (tokens?: Partial<Tokens>) => ({
  access_token: tokens?.access_token ?? '',
  refresh_token: tokens?.refresh_token ?? '',
  revocation_token: tokens?.revocation_token ?? '',
})

export interface World {
  readonly kernel: TestKernel
  readonly admin: Person
  /** events emitted so far */
  readonly revoked: Revocation[]
  post(url: string, payload?: object, headers?: object, ip?: string): Promise<InjectResponse>
  get(url: string, headers?: object): Promise<InjectResponse>
  remove(url: string, headers?: object): Promise<InjectResponse>
  addUser(username: string, role?: 'admin' | 'member'): Promise<Person>
  code(person: Person): Promise<string>
  /** Signs a phone in with a pairing code, which avoids a slow hash. */
  pair(person: Person, installation?: string, device?: string): Promise<Tokens>
  login(person: Person, more?: object, ip?: string): Promise<InjectResponse>
  /** Whether an access token works. */
  works(token: string): Promise<boolean>
  refresh(token: string, installation?: string): Promise<InjectResponse>
  recover(body: object, ip?: string): Promise<InjectResponse>
  /** Audit entries of this plugin, oldest first. */
  audits(): { readonly who: string; readonly action: string; readonly detail: object }[]
  close(): Promise<void>
}

export const home = 'phone-1'

export async function openWorld(options: Partial<TestKernelOptions> = {}): Promise<World> {
  const revoked: Revocation[] = []
  const listener = definePlugin({
    id: 'listener',
    setup: () => ({ on: [listen(credentialsRevoked, (fact) => void revoked.push(fact))] }),
  })
  const kernel = await createTestKernel({
    now: start,
    ...options,
    plugins: options.plugins ?? [system, auth, mobile, pushes, listener],
  })
  const inject = (
    method: 'POST' | 'GET' | 'DELETE',
    url: string,
    headers: object = {},
    payload?: object,
    ip = '192.0.2.1',
  ) => kernel.inject({ method, url, headers, remoteAddress: ip, ...(payload && { payload }) } as object)
  const post: World['post'] = (url, payload, headers, ip) => inject('POST', url, headers, payload, ip)
  const good = (response: InjectResponse): InjectResponse => {
    if (response.statusCode !== 200) throw new Error(`returned ${response.statusCode}: ${response.body}`)
    return response
  }
  const cookieOf = (response: InjectResponse) => ({
    cookie: `session_token=${/session_token=([^;]*)/.exec(String(response.headers['set-cookie']))?.[1]}`,
  })
  const secret = () => randomBytes(12).toString('base64url')

  const printed = kernel.logs.map((record) => /^admin password: (.+)$/.exec(String(Reflect.get(record, 'msg')))?.[1])
  const first = good(await post('/api/auth/login', { username: 'admin', password: printed.find(Boolean) }))
  const admin = { id: first.json().data.user_id, username: 'admin', password: secret(), cookie: cookieOf(first) }
  good(await post('/api/auth/onboarding', { new_password: admin.password }, admin.cookie))

  const code: World['code'] = async ({ cookie }) => good(await post('/api/mobile/pair', {}, cookie)).json().data.code
  return {
    kernel,
    admin,
    revoked,
    post,
    get: (url, headers) => inject('GET', url, headers),
    remove: (url, headers) => inject('DELETE', url, headers),
    async addUser(username, role = 'member') {
      const password = secret()
      const made = good(await post('/api/users', { username, password, role }, admin.cookie)).json().data
      const entered = good(await post('/api/auth/login', { username, password }))
      return { id: made.id, username, password, cookie: cookieOf(entered) }
    },
    code,
    async pair(person, installation = home, device = 'Pixel') {
      const body = { code: await code(person), installation_id: installation, device_name: device }
      return good(await post('/api/mobile/auth/pair', body)).json().data
    },
    login: ({ username, password }, more = {}, ip) =>
      post(
        '/api/mobile/auth/login',
        { username, password, installation_id: home, device_name: 'Pixel', ...more },
        {},
        ip,
      ),
    works: async (token) => (await inject('GET', '/api/auth/me', bearer(token))).statusCode === 200,
    refresh: (token, installation = home) =>
      post('/api/mobile/auth/refresh', { refresh_token: token, installation_id: installation }),
    recover: (body, ip) => post('/api/mobile/auth/recover', { installation_id: home, ...captured(), ...body }, {}, ip),
    audits: () =>
      kernel.database
        .prepare(
          "SELECT user_label AS who, action, detail FROM system_audit_logs WHERE action LIKE 'mobile%' ORDER BY id",
        )
        .all()
        .map((row) => {
          const { who, action, detail } = row as { who: string; action: string; detail: string }
          return { who, action, detail: JSON.parse(detail) as object }
        }),
    close: () => kernel.close(),
  }
}
