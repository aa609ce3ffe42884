import type { PingTask, PingTaskInput } from '@svc/plugin-probes/contract'

/** Form values of a ping task. */
export interface TaskDraft {
  readonly name: string
  readonly probe_type: PingTask['probe_type']
  readonly target: string
  /** seconds */
  readonly interval: string
  /** `all`: every server, including future ones */
  readonly scope: 'all' | 'some'
  readonly servers: readonly string[]
}

export const emptyTask: TaskDraft = {
  name: '',
  probe_type: 'icmp',
  target: '',
  interval: '60',
  scope: 'all',
  servers: [],
}

export const draftOf = (task: PingTask): TaskDraft => ({
  name: task.name,
  probe_type: task.probe_type,
  target: task.target,
  interval: String(task.interval),
  scope: task.server_ids.length === 0 ? 'all' : 'some',
  servers: task.server_ids,
})

export const shortest = 5
export const longest = 86_400

/** Texts of what is wrong, by field; empty when it may be sent. What a target may be, the server decides. */
export type Problems = Partial<Record<'name' | 'target' | 'interval' | 'server_ids', string>>

export function problemsOf({ name, target, interval, scope, servers }: TaskDraft): Problems {
  const seconds = Number(interval)
  const isWhole = /^\d{1,5}$/.test(interval.trim()) && seconds >= shortest && seconds <= longest
  return {
    ...(name.trim() ? {} : { name: 'sdk:rules.empty' }),
    ...(target.trim() ? {} : { target: 'sdk:rules.empty' }),
    ...(isWhole ? {} : { interval: 'ping.badInterval' }),
    ...(scope === 'some' && servers.length === 0 ? { server_ids: 'ping.noServers' } : {}),
  }
}

export const inputOf = (draft: TaskDraft): PingTaskInput => ({
  name: draft.name.trim(),
  probe_type: draft.probe_type,
  target: draft.target.trim(),
  interval: Number(draft.interval),
  server_ids: draft.scope === 'all' ? [] : [...draft.servers],
})
