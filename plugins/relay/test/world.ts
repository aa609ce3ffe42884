import { randomUUID } from 'node:crypto'
import { createTestKernel, type TestKernel, type TestKernelOptions } from '@svc/kernel/testing'
import alerts from '@svc/plugin-alerts'
import { authWithCheapHashes as auth } from '@svc/plugin-auth/testing'
import enrollment from '@svc/plugin-enrollment'
import mobile from '@svc/plugin-mobile'
import system from '@svc/plugin-system'
import tasks from '@svc/plugin-tasks'
import upgrade from '@svc/plugin-upgrade'
import { decrypt } from '../src/envelope/decrypt.ts'
import relay from '../src/index.ts'
import { startProvider } from '../worker/test/provider-server.ts'
import { type Running, startInNode } from '../worker/test/runtimes.ts'

export const start = Date.parse('2026-01-31T12:00:00Z')
const second = 1000
export const minute = 60 * second
const deployment = 'https://svc.example'

type Response = Awaited<ReturnType<TestKernel['inject']>>

/** An account, by a web session. */
export interface Person {
  readonly id: string
  readonly username: string
  readonly password: string
  readonly headers: { readonly cookie: string }
}

/** A phone that is signed in, with the key that it made. */
export interface Phone {
  readonly userId: string
  readonly installation: string
  readonly session: string
  readonly refreshToken: string
  readonly headers: { readonly authorization: string }
  readonly token: string
  readonly keyId: string
  readonly key: Buffer
}

/** A push service, a relay in front of it, and both as they are deployed. */
async function startRelayWithProvider(now: () => number) {
  const provider = await startProvider()
  const roomy = { RELAY_MAX_PER_MINUTE: '1000000', RELAY_MAX_PER_SOURCE: '1000000', RELAY_MAX_PER_TARGET: '1000000' }
  const running: Running = await startInNode(provider, roomy, { now })
  return {
    provider,
    url: running.url.replace('/v1/send', ''),
    async close() {
      await running.close()
      await provider.close()
    },
  }
}

export const plugins = [system, auth, enrollment, mobile, alerts, tasks, upgrade, relay]

export async function openWorld(options: Partial<TestKernelOptions> = {}) {
  let clock = () => start
  const delivery = await startRelayWithProvider(() => clock())
  const { config = {}, ...others } = options
  const open = () =>
    createTestKernel({
      plugins,
      now: start,
      config: { push_relay: { url: delivery.url }, ...config },
      ...others,
    })
  let kernel = await open()
  clock = () => kernel.clock.now()
  const request = (
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    headers: object = {},
    payload?: object,
  ): Promise<Response> =>
    kernel.inject({ method, url, headers, remoteAddress: '192.0.2.1', ...(payload && { payload }) } as object)
  const good = (response: Response): Response => {
    if (response.statusCode !== 200) throw new Error(`answered ${response.statusCode}: ${response.body}`)
    return response
  }
  const cookieOf = (response: Response) => ({
    cookie: `session_token=${/session_token=([^;]*)/.exec(String(response.headers['set-cookie']))?.[1]}`,
  })
  const login = async (username: string, password: string, headers: object = {}) =>
    cookieOf(good(await request('POST', '/api/auth/login', headers, { username, password })))

  async function firstAdmin(): Promise<Person> {
    const printed = kernel.logs.map((record) => /^admin password: (.+)$/.exec(String(Reflect.get(record, 'msg')))?.[1])
    const response = good(
      await request('POST', '/api/auth/login', {}, { username: 'admin', password: printed.find(Boolean) }),
    )
    const headers = cookieOf(response)
    const password = randomUUID()
    good(await request('POST', '/api/auth/onboarding', headers, { new_password: password }))
    return { id: response.json().data.user_id, username: 'admin', password, headers }
  }
  const admin = await firstAdmin()

  const world = {
    get kernel() {
      return kernel
    },
    ...delivery,
    admin,
    request,
    get: (url: string, headers: object): Promise<Response> => request('GET', url, headers),
    post: (url: string, headers: object, payload: object = {}): Promise<Response> =>
      request('POST', url, headers, payload),
    put: (url: string, headers: object, payload: object): Promise<Response> => request('PUT', url, headers, payload),
    login,
    /** The relay and the push service follow another clock. */
    follow(now: () => number) {
      clock = now
    },
    async addUser(username: string, role: 'admin' | 'member' = 'member'): Promise<Person> {
      const password = randomUUID()
      const made = good(await request('POST', '/api/users', admin.headers, { username, password, role }))
      return { id: made.json().data.id, username, password, headers: await login(username, password) }
    },
    /** Signs a phone in. */
    async pair(person: Person, installation: string = randomUUID()): Promise<Phone> {
      const { code } = good(await request('POST', '/api/mobile/pair', person.headers, {})).json().data
      const body = { code, installation_id: installation, device_name: 'Pixel' }
      const tokens = good(await request('POST', '/api/mobile/auth/pair', {}, body)).json().data
      return {
        userId: person.id,
        installation,
        session: tokens.mobile_session_id,
        refreshToken: tokens.refresh_token,
        headers: { authorization: `Bearer ${tokens.access_token}` },
        token: Buffer.from(installation).toString('hex'),
        keyId: randomUUID(),
        key: Buffer.from(installation.replaceAll('-', '').slice(0, 32)),
      }
    },
    registration: (phone: Phone, expected_revision = 0) => ({
      expected_revision,
      device_token: phone.token,
      environment: 'production',
      content_key_id: phone.keyId,
      content_key: phone.key.toString('base64'),
      deployment_id: deployment,
    }),
    register: (phone: Phone, more: object = {}) =>
      request('POST', '/api/mobile/push/encrypted-register', phone.headers, { ...world.registration(phone), ...more }),
    async phone(person: Person, installation?: string): Promise<Phone> {
      const phone = await world.pair(person, installation)
      good(await world.register(phone))
      return phone
    },
    preferences: (phone: Phone, expected_revision: number, changed: object = {}) => {
      const preferences = { enabled: true, alerts: true, security: false, task_failure: false, task_success: false }
      return request('PUT', '/api/mobile/push/settings', phone.headers, {
        expected_revision,
        preferences: { ...preferences, ...changed },
      })
    },
    /** Asks for a test notification; returns its id. */
    async test(phone: Phone, expected_revision = 1): Promise<string> {
      const event_id = randomUUID()
      good(await request('POST', '/api/mobile/push/test', phone.headers, { event_id, expected_revision }))
      return event_id
    },
    /** Returns the id. */
    async addServer(name: string): Promise<string> {
      const body = { onboarding_request_id: randomUUID(), name }
      return good(await request('POST', '/api/servers', admin.headers, body)).json().data.server_id
    },
    /** Rows of the outbox, oldest first. */
    outbox: () => kernel.database.prepare('SELECT * FROM relay_outbox ORDER BY id').all() as Record<string, unknown>[],
    /** Waits until nothing is on its way, without advancing the time. */
    async settle(): Promise<void> {
      const leased = kernel.database.prepare(
        `SELECT (SELECT count(*) FROM relay_events) + (SELECT count(*) FROM relay_outbox AS row
           WHERE outcome = 'pending' AND (lease_id IS NOT NULL OR next_attempt_ms <= ?)
             AND NOT EXISTS (SELECT 1 FROM relay_outbox WHERE target_id = row.target_id AND outcome = 'pending' AND id < row.id))`,
      )
      do await kernel.clock.advance(0)
      while ((leased.pluck().get(kernel.clock.now()) as number) > 0)
    },
    /** What a phone decrypts of all that was sent to it. */
    async received(phone: Phone) {
      const mine = delivery.provider.sent.filter(({ path }) => path === `/3/device/${phone.token}`)
      return Promise.all(
        mine.map(({ body }) => {
          const { svc_envelope: envelope, svc_event: event } = JSON.parse(body)
          const stored = {
            deploymentId: deployment,
            userId: phone.userId,
            installationId: phone.installation,
            keyId: phone.keyId,
            key: phone.key,
          }
          return decrypt({ envelope, event }, stored, kernel.clock.now() / 1000)
        }),
      )
    },
    /** Closes the kernel and starts another one on the same data, as after a restart. */
    async restart(meanwhile: () => void | Promise<void> = () => {}): Promise<void> {
      const now = kernel.clock.now()
      await kernel.close()
      await meanwhile()
      kernel = await createTestKernel({
        plugins,
        config: { push_relay: { url: delivery.url }, ...config },
        ...others,
        now,
      })
    },
    async close() {
      await kernel.close()
      await delivery.close()
    },
  }
  return world
}
export type World = Awaited<ReturnType<typeof openWorld>>
