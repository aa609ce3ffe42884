import type { LocalizedText, RuleUnit } from '@svc/plugin-alerts/contract'

interface RuleTypeText {
  readonly name: LocalizedText
  readonly unit: RuleUnit
}

const described = <Names extends string>(all: Readonly<Record<Names, RuleTypeText>>) => all

/** Alert rule types backed by a record column. */
export const alertColumns = described({
  cpu: { name: { en: 'CPU', zh: 'CPU' }, unit: 'percent' },
  memory: { name: { en: 'Memory used', zh: '已用内存' }, unit: 'bytes' },
  swap: { name: { en: 'Swap used', zh: '已用交换空间' }, unit: 'bytes' },
  disk: { name: { en: 'Disk used', zh: '已用磁盘' }, unit: 'bytes' },
  net_in_speed: { name: { en: 'Inbound speed', zh: '入站速度' }, unit: 'bytes_per_second' },
  net_out_speed: { name: { en: 'Outbound speed', zh: '出站速度' }, unit: 'bytes_per_second' },
  load1: { name: { en: 'Load, 1 minute', zh: '1 分钟负载' }, unit: null },
  load5: { name: { en: 'Load, 5 minutes', zh: '5 分钟负载' }, unit: null },
  load15: { name: { en: 'Load, 15 minutes', zh: '15 分钟负载' }, unit: null },
  tcp_conn: { name: { en: 'TCP connections', zh: 'TCP 连接数' }, unit: null },
  udp_conn: { name: { en: 'UDP sockets', zh: 'UDP 套接字数' }, unit: null },
  process: { name: { en: 'Processes', zh: '进程数' }, unit: null },
  temperature: { name: { en: 'Temperature', zh: '温度' }, unit: 'celsius' },
  gpu: { name: { en: 'GPU', zh: 'GPU' }, unit: 'percent' },
})
export type AlertName = keyof typeof alertColumns
