import { type AnyPlugin, createTestKernel, type TestKernelOptions } from '@svc/kernel/testing'
import enrollment from '@svc/plugin-enrollment'
import { text } from '@svc/plugin-sdk'
import system from '@svc/plugin-system'
import { expect, vi } from 'vitest'
import { type Notice, notifications } from '../src/contract.ts'
import alerts from '../src/index.ts'
import type { Channel, Delivery, Group } from '../src/notifications/notification-schema.ts'

/** 14 November 2023, 22:13:20. */
export const now = 1_700_000_000_000

export const notice: Notice = {
  event: 'triggered',
  subjectId: 'server-1',
  subjectName: 'web-1',
  ruleId: 'rule-1',
  ruleName: 'High CPU',
  message: text('alerts.VALUE', { name: 'CPU', value: '97%' }),
  at: now / 1000,
  cpu: 97.04,
  memory: null,
}

/** The `error` of a response. */
export interface ErrorBody {
  readonly code: string
  readonly message: string
  readonly details?: readonly { readonly field: string; readonly rule: string }[]
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
type Options = Partial<Omit<TestKernelOptions, 'plugins'>> & { readonly plugins?: readonly AnyPlugin[] }

/** A kernel whose notifications may reach the loopback address. */
export async function makeWorld({ config = {}, plugins = [], ...options }: Options = {}) {
  const own = (config as { readonly notifications?: object }).notifications
  /** all responses, to check them for secrets */
  const responses: string[] = []
  const kernel = await createTestKernel({
    plugins: [system, enrollment, alerts, ...plugins],
    config: { ...config, notifications: { allow_private: ['127.0.0.0/8'], ...own } },
    now,
    ...options,
  })

  const call = async (method: Method, url: string, payload?: unknown) => {
    const response = await kernel
      .as('admin')
      .inject({ method, url, ...(payload === undefined ? {} : { payload: payload as object }) })
    responses.push(`${JSON.stringify(response.headers)}${response.body}`)
    return { status: response.statusCode, ...(response.json() as { data: unknown; error?: ErrorBody }) }
  }
  /** The response data of a call that must succeed. */
  const request = async <T>(method: Method, url: string, payload?: unknown): Promise<T> => {
    const { status, data, error } = await call(method, url, payload)
    expect({ status, error }).toEqual({ status: 200, error: undefined })
    return data as T
  }
  const create = (notify_type: string, config_json: object, name: string = notify_type) =>
    request<Channel>('POST', '/api/notifications', { name, notify_type, config_json })
  const group = (...channels: readonly { readonly id: string }[]) =>
    request<Group>('POST', '/api/notification-groups', {
      name: 'On call',
      notification_ids: channels.map(({ id }) => id),
    })
  const deliveries = async (query = '') =>
    (await request<{ items: Delivery[]; next: string | null }>('GET', `/api/notification-deliveries?limit=200${query}`))
      .items

  return {
    kernel,
    responses,
    call,
    request,
    create,
    group,
    deliveries,
    notify: (groupId: string, changes: Partial<Notice> = {}) =>
      kernel.service(notifications).notify(groupId, { ...notice, ...changes }),
    /** Starts due deliveries without waiting for them. */
    send: () => kernel.runJob('NotificationSender'),
    /** Waits until the deliveries satisfy `check`. */
    settled: (check: (all: Delivery[]) => boolean) =>
      vi.waitFor(async () => {
        const all = await deliveries()
        if (!check(all)) throw new Error(`deliveries are ${JSON.stringify(all)}`)
        return all
      }, 5000),
    audited: () =>
      kernel.database
        .prepare('SELECT action, detail FROM system_audit_logs ORDER BY id')
        .all()
        .map((row) => {
          const { action, detail } = row as { action: string; detail: string }
          return { action, ...JSON.parse(detail) }
        }),
  }
}
export type World = Awaited<ReturnType<typeof makeWorld>>
