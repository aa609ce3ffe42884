import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createTestKernel, type TestKernel, type TestKernelOptions } from '@svc/kernel/testing'
import { credentialsRevoked, definePlugin, listen, type Revocation } from '@svc/plugin-sdk'
import system from '@svc/plugin-system'

import { authWithCheapHashes as auth } from '../src/testing.ts'

export const start = Date.parse('2026-01-31T12:00:00Z')
export const address = '192.0.2.1'

type Answer = Awaited<ReturnType<TestKernel['inject']>>

export interface Door {
  readonly kernel: TestKernel
  /** of the initial admin, as printed */
  readonly password: string
  /** what was told to holders of connections */
  readonly revoked: Revocation[]
  login(body: object | string, from?: { ip?: string; headers?: Record<string, string> }): Promise<Answer>
  /** Signs in and returns the token. */
  enter(username: string, password: string, ip?: string): Promise<string>
  /** Signs in for the first time and sets a password; returns token and password. */
  settle(username?: string): Promise<{ token: string; password: string }>
  /** Lets the admin with this token create an account. */
  addUser(token: string, username: string, role?: 'admin' | 'member'): Promise<{ id: string; password: string }>
  audits(): unknown[]
  close(): Promise<void>
}

export const withCookie = (token: string) => ({ cookie: `session_token=${token}` })
export const setCookies = (answer: Answer): string[] => [answer.headers['set-cookie'] ?? []].flat()
export const tokenOf = (answer: Answer): string => /^session_token=([^;]*)/.exec(setCookies(answer)[0] ?? '')?.[1] ?? ''

const printed = (logs: readonly object[]) =>
  logs.flatMap((record) => /^admin password: (.+)$/.exec(String(Reflect.get(record, 'msg')))?.[1] ?? [])

/** All passwords ever printed, oldest first. */
export const passwordsIn = (kernel: TestKernel): string[] => printed(kernel.logs)

/** Everything the program wrote to disk and to its log, except the one line that may hold a secret. */
export function traces(kernel: TestKernel): string {
  const files = readdirSync(kernel.dataDir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const log = kernel.logs.filter((record) => !String(Reflect.get(record, 'msg')).startsWith('admin password: '))
  return files.map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1')).join('') + JSON.stringify(log)
}

/** A kernel with accounts. */
export async function openDoor(options: Partial<TestKernelOptions> = {}): Promise<Door> {
  const revoked: Revocation[] = []
  const listener = definePlugin({
    id: 'listener',
    setup: () => ({ on: [listen(credentialsRevoked, (fact) => void revoked.push(fact))] }),
  })
  const plugins = [system, auth, listener, ...(options.plugins ?? [])]
  const kernel = await createTestKernel({ now: start, ...options, plugins })
  const password = printed(kernel.logs).at(-1) ?? ''

  const login: Door['login'] = (payload, { ip = address, headers = {} } = {}) =>
    kernel.inject({ method: 'POST', url: '/api/auth/login', payload, headers, remoteAddress: ip })
  const enter: Door['enter'] = async (username, secret, ip) => {
    const answer = await login({ username, password: secret }, ip ? { ip } : {})
    if (answer.statusCode !== 200) throw new Error(`sign-in answered ${answer.statusCode}: ${answer.body}`)
    return tokenOf(answer)
  }
  return {
    kernel,
    password,
    revoked,
    login,
    enter,
    async settle(username) {
      const token = await enter('admin', password)
      const chosen = randomBytes(12).toString('base64url')
      const payload = { new_password: chosen, new_username: username }
      const request = { method: 'POST', url: '/api/auth/onboarding', payload, headers: withCookie(token) } as const
      const answer = await kernel.inject(request)
      if (answer.statusCode !== 200) throw new Error(`onboarding answered ${answer.statusCode}: ${answer.body}`)
      return { token, password: chosen }
    },
    async addUser(token, username, role = 'member') {
      const secret = randomBytes(12).toString('base64url')
      const payload = { username, password: secret, role }
      const answer = await kernel.inject({ method: 'POST', url: '/api/users', payload, headers: withCookie(token) })
      if (answer.statusCode !== 200)
        throw new Error(`creating ${username} answered ${answer.statusCode}: ${answer.body}`)
      return { id: answer.json().data.id, password: secret }
    },
    audits: () =>
      kernel.database
        .prepare('SELECT user_label AS who, action, detail, ip FROM system_audit_logs ORDER BY id')
        .all()
        .map((row) => Object.values(row as object).filter((value) => value !== null)),
    close: () => kernel.close(),
  }
}
