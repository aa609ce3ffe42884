import { createTestKernel, sentenceOf, type TestKernelOptions } from '@svc/kernel/testing'
import {
  type AlertSubjects,
  alertSubjects,
  groupDeleted,
  type Notice,
  notifications,
  silence,
} from '@svc/plugin-alerts/contract'
import enrollment from '@svc/plugin-enrollment'
import { addServer } from '@svc/plugin-enrollment/testing'
import { definePlugin } from '@svc/plugin-sdk'
import system from '@svc/plugin-system'
import monitors from '../src/index.ts'

export const now = Date.UTC(2026, 10, 1, 12)

interface WorldOptions extends Partial<Pick<TestKernelOptions, 'dataDir' | 'now' | 'tolerant'>> {
  /** without the alerts plugin */
  readonly withoutAlerts?: boolean
  readonly config?: Record<string, object>
  /** called for every notification */
  readonly onNotify?: () => void
}

/** A kernel with the enrollment plugin and this one, whose checks may reach the loopback address. */
export async function makeWorld({ withoutAlerts = false, config = {}, onNotify, ...options }: WorldOptions = {}) {
  /** with the message in both languages */
  const notices: (Omit<Notice, 'message'> & { group: string; message: { en: string; zh: string } })[] = []
  /** subjects whose alerts were closed */
  const closed: string[] = []
  let subjectOf: AlertSubjects['get'] = () => undefined
  const silenced = new Set<string>()
  const alerts = definePlugin({
    id: 'alerts',
    provides: { notifications, silence },
    points: { subjects: alertSubjects },
    setup({ subjects }) {
      subjectOf = (id) => subjects.get('monitor')?.get(id)
      return {
        provides: {
          notifications: {
            hasGroup: (id: string) => id.startsWith('group'),
            reaches: (id: string) => id !== 'group-empty',
            notify(group: string | null, notice: Notice) {
              onNotify?.()
              if (group === null) return
              const message = { en: sentenceOf(notice.message), zh: sentenceOf(notice.message, 'zh') }
              notices.push({ group, ...notice, message })
            },
            close: (kind: string, id: string) => void closed.push(`${kind} ${id}`),
          },
          silence: { isSilenced: (id: string) => silenced.has(id) },
        },
      }
    },
  })
  const kernel = await createTestKernel({
    now,
    ...options,
    plugins: [system, enrollment, ...(withoutAlerts ? [] : [alerts]), monitors],
    config: { monitors: { allow_private: ['127.0.0.0/8'] }, ...config },
  })
  const call = async (
    role: 'admin' | 'member',
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    payload?: object,
  ) => {
    const path = `/api/service-monitors${url}`
    const response = await kernel.as(role).inject({ method, url: path, ...(payload && { payload }) })
    const { data, error } = response.json()
    return { status: response.statusCode, data, error }
  }
  const get = async (id: string) => (await call('admin', 'GET', `/${id}`)).data
  /** Polls in real time until a condition holds. */
  const until = async (condition: () => unknown) => {
    while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 2))
  }
  return {
    kernel,
    call,
    get,
    until,
    notices,
    closed,
    /** as the alerts plugin sees the monitor */
    subjectOf: (id: string) => subjectOf(id),
    silenced,
    /** Creates a monitor. */
    async make(payload: object) {
      const { status, data, error } = await call('admin', 'POST', '', { name: 'one', ...payload })
      if (status !== 200) throw new Error(JSON.stringify(error))
      return data as { id: string; [member: string]: unknown }
    },
    onboard: async (name: string) => (await addServer(kernel, name)).id,
    /** Advances to the next tick and waits until the checks of these monitors have ended. */
    async tick(...ids: string[]) {
      await kernel.clock.advance(10_000)
      for (const id of ids) await until(async () => !(await get(id)).checking)
    },
    checks: (id: string) =>
      kernel.database
        .prepare(
          'SELECT success, error_json, time FROM monitors_records JOIN monitors_monitors ON number = monitor WHERE monitors_monitors.id = ? ORDER BY monitors_records.id',
        )
        .all(id) as { success: number; error_json: string | null; time: number }[],
    deleteGroup: (groupId: string) => kernel.emit(groupDeleted, { groupId }),
    audited: () =>
      kernel.database
        .prepare("SELECT action, detail FROM system_audit_logs WHERE action LIKE 'service_monitor.%' ORDER BY id")
        .all() as { action: string; detail: string }[],
    close: () => kernel.close(),
  }
}
export type World = Awaited<ReturnType<typeof makeWorld>>
