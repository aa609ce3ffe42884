import { readdirSync } from 'node:fs'
import { createTestKernel, type TestKernel, type TestKernelOptions } from '@svc/kernel/testing'
import system from '@svc/plugin-system'
import backup from '../src/index.ts'

type Answer = ReturnType<TestKernel['inject']>

/** A server with one setting to tell its database from others. */
export async function makeWorld(options: Partial<TestKernelOptions> = {}) {
  const kernel = await createTestKernel({ plugins: [system, backup], ...options })
  const admin = kernel.as('admin')
  const world = {
    kernel,
    siteName: async (): Promise<unknown> => (await admin.inject('/api/settings')).json().data.site_name,
    rename: (site_name: string): Answer =>
      admin.inject({ method: 'PUT', url: '/api/settings', payload: { site_name, site_description: null } }),
    backup: (): Answer => admin.inject({ method: 'POST', url: '/api/settings/backup' }),
    restore: (payload: Buffer): Answer =>
      admin.inject({
        method: 'POST',
        url: '/api/settings/restore',
        headers: { 'content-type': 'application/octet-stream' },
        payload,
      }),
    state: async () => (await admin.inject('/api/settings/backup')).json().data,
    audited: async (action: string): Promise<object[]> =>
      (await admin.inject(`/api/audit-logs?action=${action}`)).json().data.entries,
    /** what is beside the database, without what SQLite itself makes */
    files: () =>
      readdirSync(kernel.dataDir)
        .filter((name) => /^svc\.db(?!-wal$|-shm$)/.test(name))
        .sort(),
  }
  return world
}
export type World = Awaited<ReturnType<typeof makeWorld>>
