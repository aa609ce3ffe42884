import type { MonitorType } from '@svc/plugin-monitors/contract'
import { type MonitorState, monitorStates } from '../state/monitor-state.ts'

export const monitorTypes: readonly MonitorType[] = [
  ...(['http_keyword', 'tcp', 'ping', 'push', 'ssl', 'dns', 'whois', 'postgres', 'mysql', 'redis', 'docker'] as const),
]

/** `state` sorts the worst first. */
export const sortKeys = ['state', 'name', 'latency', 'checked'] as const
export type SortKey = (typeof sortKeys)[number]

/** URL state of the list. */
export interface MonitorSearch {
  readonly q: string | undefined
  readonly state: MonitorState | undefined
  readonly type: MonitorType | undefined
  readonly group: string | undefined
  readonly tag: string | undefined
  readonly sort: SortKey
  readonly desc: boolean
  /** from 1 */
  readonly page: number
}

const parsePage = (raw: string | undefined) => (raw && /^[1-9]\d{0,3}$/.test(raw) ? Number(raw) : 1)

/** Accepts any query string. */
export const parseMonitorSearch = (raw: Readonly<Record<string, string>>): MonitorSearch => ({
  q: String(raw.q ?? '').slice(0, 200) || undefined,
  state: monitorStates.find((state) => state === raw.state),
  type: monitorTypes.find((type) => type === raw.type),
  group: raw.group?.slice(0, 100) || undefined,
  tag: raw.tag?.slice(0, 50) || undefined,
  sort: sortKeys.find((key) => key === raw.sort) ?? 'state',
  desc: String(raw.desc) === 'true',
  page: parsePage(String(raw.page ?? '')),
})
