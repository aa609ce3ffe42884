import { randomBytes, randomUUID } from 'node:crypto'
import { createTestKernel } from '@svc/kernel/testing'
import { users } from '@svc/plugin-auth/contract'
import type { Database } from '@svc/plugin-sdk'
import { secrets } from '@svc/plugin-system/contract'
import { lifetimeSeconds } from '../src/envelope/envelope.ts'
import { outboxStore } from '../src/outbox/outbox-store.ts'
import { encryptFor } from '../src/phones/phone-sender.ts'
import { makePhones } from '../src/phones/phones.ts'
import { phonesStore } from '../src/phones/phones-store.ts'
import { plugins } from './world.ts'

/**
 * Fills the data directory of a stopped server with registered phones of its first account, and one alert for each of them,
 * all due at the same time: `node push-outbox-process.ts <data directory> <phones> <due, epoch milliseconds>`.
 */
const [dataDir = '', count = '', due = ''] = process.argv.slice(2)
const now = Date.now()
const at = Math.floor(now / 1000)
const kernel = await createTestKernel({ plugins, dataDir, now })
const { database } = kernel
const db: Database = {
  prepare: (sql: string) => database.prepare(sql) as never,
  transaction: <T>(fn: () => T): T => database.transaction(fn).immediate() as T,
  afterCommit: (fn) => fn(),
  exec: (sql) => void database.exec(sql),
}
const userId = database.prepare('SELECT id FROM auth_users ORDER BY created_at LIMIT 1').pluck().get() as string
const user = kernel.service(users).get(userId)
if (!user) throw new Error('the server has no account')
const store = phonesStore(db)
const outbox = outboxStore(db)
const session = db.prepare<[object]>(`
  INSERT INTO mobile_sessions (id, user_id, installation_id, device_name, access_hash, access_expires_at, refresh_hash,
    refresh_expires_at, revocation_hash, credentials_version, created_at, last_used_at, ip)
  VALUES (@id, @userId, @installationId, 'Pixel', @id || 'a', @end, @id || 'r', @end, @id || 'v', @version, @at, @at, '')`)
const end = at + 86_400

db.transaction(() => {
  for (let n = 0; n < Number(count); n += 1) {
    const [id, installationId] = [randomUUID(), randomUUID()]
    session.run({ id, userId, installationId, end, version: user.credentialsVersion, at })
    const phones = makePhones({
      clock: { now: () => now },
      db,
      secrets: kernel.service(secrets),
      store,
      users: { get: () => user },
      sessions: { find: () => ({ id, userId, installationId, deviceName: 'Pixel' }) },
      hasRelay: true,
      hasTasks: () => true,
    })
    const caller = { session: { id, userId, installationId, deviceName: 'Pixel' }, user }
    phones.register(caller, {
      expected_revision: 0,
      device_token: randomBytes(32).toString('hex'),
      environment: 'production',
      content_key_id: randomUUID(),
      content_key: randomBytes(32).toString('base64'),
      deployment_id: 'https://svc.example',
    })
    const row = store.get(installationId)
    const phone = row && phones.open(row)
    if (!phone) throw new Error('a phone could not be registered')
    const times = { eventId: randomUUID(), createdAt: at, expiresAt: at + lifetimeSeconds }
    const alert = {
      alert_key: 'rule:server',
      status: 'firing',
      rule_name: 'CPU is busy',
      server_name: 'web-1',
    } as const
    outbox.insert({
      event_id: times.eventId,
      target_kind: 'phone',
      target_id: installationId,
      user_id: userId,
      session_id: id,
      revision: row.revision,
      role: user.role,
      category: 'alerts',
      created_at: at,
      expires_at: times.expiresAt,
      ciphertext: encryptFor(phone, { kind: 'alert', alert }, times),
      next_attempt_ms: Number(due),
    })
  }
})
await kernel.close()
