import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { createTestKernel, type TestKernel, type TestKernelOptions } from '@svc/kernel/testing'
import { authWithCheapHashes as auth } from '@svc/plugin-auth/testing'
import system from '@svc/plugin-system'
import { makeBackup } from '../src/index.ts'

type Answer = ReturnType<TestKernel['inject']>

export const passphrase = 'correct horse battery'

/** The passphrase of a test needs no slow hash. */
export const cheapWorkFactor = 10
const backup = makeBackup(cheapWorkFactor)

const passwordIn = (logs: readonly object[]): string | undefined =>
  logs.flatMap((record) => /^admin password: (.+)$/.exec(String(Reflect.get(record, 'msg')))?.[1] ?? []).at(-1)

/** A server with one setting to tell its database from others, and its administrator. */
export async function makeWorld(options: Partial<TestKernelOptions> = {}) {
  const kernel = await createTestKernel({ ...options, plugins: [system, auth, backup, ...(options.plugins ?? [])] })
  const password = randomBytes(12).toString('base64url')
  const initial = { username: 'admin', password: passwordIn(kernel.logs) }
  const signedIn = await kernel.inject({ method: 'POST', url: '/api/auth/login', payload: initial })
  const cookie = `session_token=${/session_token=([^;]*)/.exec(String(signedIn.headers['set-cookie']))?.[1]}`
  const inject = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object): Answer =>
    kernel.inject({ method, url, headers: { cookie }, ...(payload && { payload }) })
  await inject('POST', '/api/auth/onboarding', { new_password: password })
  const world = {
    kernel,
    password,
    headers: { cookie },
    userId: (await inject('GET', '/api/auth/me')).json().data.user_id as string,
    inject,
    siteName: async (): Promise<unknown> => (await inject('GET', '/api/settings')).json().data.site_name,
    rename: (site_name: string): Answer => inject('PUT', '/api/settings', { site_name, site_description: null }),
    backup: (): Answer => inject('POST', '/api/settings/backup'),
    fullBackup: (more: object = {}): Answer =>
      inject('POST', '/api/settings/backup/full', { passphrase, password, ...more }),
    restore: (payload: Buffer, headers: Record<string, string> = {}): Answer =>
      kernel.inject({
        method: 'POST',
        url: '/api/settings/restore',
        headers: { cookie, 'content-type': 'application/octet-stream', ...headers },
        payload,
      }),
    state: async () => (await inject('GET', '/api/settings/backup')).json().data,
    audited: async (action: string): Promise<object[]> =>
      (await inject('GET', `/api/audit-logs?action=${action}`)).json().data.entries,
    /** what is beside the database, without what SQLite itself makes */
    files: () =>
      readdirSync(kernel.dataDir)
        .filter((name) => /^svc\.db(?!-wal$|-shm$)/.test(name))
        .sort(),
  }
  return world
}
export type World = Awaited<ReturnType<typeof makeWorld>>
