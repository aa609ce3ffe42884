import { type AnyPlugin, createTestKernel, type TestKernelOptions } from '@svc/kernel/testing'
import enrollment from '@svc/plugin-enrollment'
import { addServer } from '@svc/plugin-enrollment/testing'
import system from '@svc/plugin-system'
import { expect } from 'vitest'
import { alertSignals } from '../src/contract.ts'
import type { AlertChange, AlertEvent, AlertEventDetail } from '../src/events/event-schema.ts'
import alerts from '../src/index.ts'
import type { AlertRule, AlertState } from '../src/rules/rule-schema.ts'
import { type Facts, literal, makeFacts, testTypes } from './test-types.ts'

/** 14 November 2023, 22:13:20. */
export const start = 1_700_000_000_000

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
type Options = Partial<Omit<TestKernelOptions, 'plugins'>> & {
  readonly plugins?: readonly AnyPlugin[]
  /** without the plugin that provides `heat`, `traffic` and `bell` */
  readonly bare?: boolean
  /** from a previous world, for restarts */
  readonly facts?: Facts
}

export const hot = { rule_type: 'heat', min: 90 }
export const bell = { rule_type: 'bell' }

/** A kernel with alerts and rule types controlled by the test. */
export async function makeWorld({ plugins = [], bare = false, facts = makeFacts(), ...options }: Options = {}) {
  const own = bare ? [] : [testTypes(facts)]
  const kernel = await createTestKernel({
    plugins: [system, enrollment, alerts, ...own, ...plugins],
    now: start,
    ...options,
    config: { alerts: { default_rules: false }, ...options.config },
  })

  const call = async (method: Method, url: string, payload?: object, who: 'admin' | 'member' = 'admin') => {
    const response = await kernel.as(who).inject({ method, url, ...(payload && { payload }) })
    const { data, error } = response.json()
    return { status: response.statusCode, data, error }
  }
  /** The response data of a call that must succeed. */
  const request = async <T>(method: Method, url: string, payload?: object): Promise<T> => {
    const { status, data, error } = await call(method, url, payload)
    expect({ status, error }).toEqual({ status: 200, error: undefined })
    return data as T
  }

  let group: Promise<string> | undefined
  const makeGroup = async (input: object = {}): Promise<string> => {
    const channel = await request<{ id: string }>('POST', '/api/notifications', {
      name: 'inbox',
      notify_type: 'inbox',
      config_json: {},
    })
    const made = { name: 'on call', notification_ids: [channel.id], wait_seconds: 0, ...input }
    return (await request<{ id: string }>('POST', '/api/notification-groups', made)).id
  }
  /** A group whose only channel records what it receives. Without grouping, so that each alert is a message. */
  const groupId = () => {
    group ??= makeGroup()
    return group
  }

  return {
    kernel,
    facts,
    call,
    request,
    groupId,
    makeGroup,
    async server(name: string, profile: object = {}): Promise<string> {
      const { id } = await addServer(kernel, name)
      if (Object.keys(profile).length > 0) await request('PUT', `/api/servers/${id}`, profile)
      return id
    },
    /** Creates a rule with a group; fires at 90 percent heat by default, and reminds as often as possible. */
    rule: async (input: object = {}) =>
      request<AlertRule>('POST', '/api/alert-rules', {
        name: 'High heat',
        rules: [hot],
        notification_group_id: await groupId(),
        reminder_minutes: 5,
        ...input,
      }),
    change: (id: string, input: object) => request<AlertRule>('PUT', `/api/alert-rules/${id}`, input),
    /** Advances the clock and runs the evaluator. */
    async pass(seconds = 60) {
      kernel.clock.set(kernel.clock.now() + seconds * 1000)
      await kernel.runJob('AlertEvaluator')
    },
    ring: (serverId: string, text = 'ding') =>
      kernel.service(alertSignals).signal({ type: 'bell', serverId, message: literal(text) }),
    /** An event with a source, and a number that conditions compare. */
    knock: (serverId: string, source: string, count = 1) =>
      kernel.service(alertSignals).signal({
        type: 'knock',
        serverId,
        source,
        message: literal(`${count} from ${source}`),
        matches: ({ security }) => count >= (security?.min_failed_count ?? 0),
        facts: { count: String(count) },
      }),
    states: (ruleId: string) => request<AlertState[]>('GET', `/api/alert-rules/${ruleId}/states`),
    events: (query = '') => request<AlertEvent[]>('GET', `/api/alert-events${query}`),
    event: (ruleId: string, serverId: string) =>
      request<AlertEventDetail>('GET', `/api/alert-events/${ruleId}:${serverId}`),
    /** Oldest first. */
    history: async (query = '') =>
      (await request<{ items: AlertChange[] }>('GET', `/api/alert-history?limit=200${query}`)).items.reverse(),
    /** All notifications, queued or sent, oldest first. */
    notices: () =>
      kernel.database
        .prepare('SELECT event, notice_json FROM alerts_deliveries ORDER BY id')
        .all()
        .map((row) => {
          const { event, notice_json } = row as { event: string; notice_json: string }
          const { variables } = JSON.parse(notice_json) as { variables: Record<string, string> }
          const { server_name, rule_name, message, cpu, memory } = variables
          return { event, server_name, rule_name, message, cpu, memory }
        }),
  }
}
export type World = Awaited<ReturnType<typeof makeWorld>>

/** Short form: `fired`, `resolved recovered`, `fired suppressed`. */
export const short = ({ change, reason, suppressed }: AlertChange): string =>
  [change, reason, suppressed && 'suppressed'].filter(Boolean).join(' ')
