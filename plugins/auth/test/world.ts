import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createTestKernel, type TestKernel, type TestKernelOptions } from '@svc/kernel/testing'
import { credentialsRevoked, definePlugin, listen, type Revocation } from '@svc/plugin-sdk'
import system from '@svc/plugin-system'

import { authWithCheapHashes as auth } from '../src/testing.ts'

export const start = Date.parse('2026-01-31T12:00:00Z')
export const address = '192.0.2.1'

type InjectResponse = Awaited<ReturnType<TestKernel['inject']>>

export interface World {
  readonly kernel: TestKernel
  /** the printed password of the initial admin */
  readonly password: string
  /** events emitted so far */
  readonly revoked: Revocation[]
  login(body: object | string, from?: { ip?: string; headers?: Record<string, string> }): Promise<InjectResponse>
  /** Signs in and returns the token. */
  signIn(username: string, password: string, ip?: string): Promise<string>
  /** Signs in for the first time and sets a password; returns token and password. */
  onboard(username?: string): Promise<{ token: string; password: string }>
  /** Creates an account with the session of an admin. */
  addUser(token: string, username: string, role?: 'admin' | 'member'): Promise<{ id: string; password: string }>
  audits(): unknown[]
  close(): Promise<void>
}

export const withCookie = (token: string) => ({ cookie: `session_token=${token}` })
export const setCookies = (response: InjectResponse): string[] => [response.headers['set-cookie'] ?? []].flat()
export const tokenOf = (response: InjectResponse): string =>
  /^session_token=([^;]*)/.exec(setCookies(response)[0] ?? '')?.[1] ?? ''

const printedPasswords = (logs: readonly object[]) =>
  logs.flatMap((record) => /^admin password: (.+)$/.exec(String(Reflect.get(record, 'msg')))?.[1] ?? [])

/** All printed passwords, oldest first. */
export const passwordsIn = (kernel: TestKernel): string[] => printedPasswords(kernel.logs)

/** Everything written to disk and to the log, except the line that may contain a secret. */
export function storedText(kernel: TestKernel): string {
  const files = readdirSync(kernel.dataDir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const log = kernel.logs.filter((record) => !String(Reflect.get(record, 'msg')).startsWith('admin password: '))
  return files.map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1')).join('') + JSON.stringify(log)
}

/** A kernel with this plugin. */
export async function openWorld(options: Partial<TestKernelOptions> = {}): Promise<World> {
  const revoked: Revocation[] = []
  const listener = definePlugin({
    id: 'listener',
    setup: () => ({ on: [listen(credentialsRevoked, (fact) => void revoked.push(fact))] }),
  })
  const plugins = [system, auth, listener, ...(options.plugins ?? [])]
  const kernel = await createTestKernel({ now: start, ...options, plugins })
  const password = printedPasswords(kernel.logs).at(-1) ?? ''

  const login: World['login'] = (payload, { ip = address, headers = {} } = {}) =>
    kernel.inject({ method: 'POST', url: '/api/auth/login', payload, headers, remoteAddress: ip })
  const signIn: World['signIn'] = async (username, secret, ip) => {
    const response = await login({ username, password: secret }, ip ? { ip } : {})
    if (response.statusCode !== 200) throw new Error(`sign-in returned ${response.statusCode}: ${response.body}`)
    return tokenOf(response)
  }
  return {
    kernel,
    password,
    revoked,
    login,
    signIn,
    async onboard(username) {
      const token = await signIn('admin', password)
      const chosen = randomBytes(12).toString('base64url')
      const payload = { new_password: chosen, new_username: username }
      const request = { method: 'POST', url: '/api/auth/onboarding', payload, headers: withCookie(token) } as const
      const response = await kernel.inject(request)
      if (response.statusCode !== 200) throw new Error(`onboarding returned ${response.statusCode}: ${response.body}`)
      return { token, password: chosen }
    },
    async addUser(token, username, role = 'member') {
      const secret = randomBytes(12).toString('base64url')
      const payload = { username, password: secret, role }
      const response = await kernel.inject({ method: 'POST', url: '/api/users', payload, headers: withCookie(token) })
      if (response.statusCode !== 200)
        throw new Error(`creating ${username} returned ${response.statusCode}: ${response.body}`)
      return { id: response.json().data.id, password: secret }
    },
    audits: () =>
      kernel.database
        .prepare('SELECT user_label AS who, action, detail, ip FROM system_audit_logs ORDER BY id')
        .all()
        .map((row) => Object.values(row as object).filter((value) => value !== null)),
    close: () => kernel.close(),
  }
}
