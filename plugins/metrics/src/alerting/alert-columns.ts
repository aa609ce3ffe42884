import type { RuleType, RuleUnit } from '@svc/plugin-alerts/contract'
import { type CodedText, text } from '@svc/plugin-sdk'

interface RuleTypeText {
  readonly name: CodedText
  readonly unit: RuleUnit
  readonly starter?: NonNullable<RuleType['starter']>
}

const described = <Names extends string>(all: Readonly<Record<Names, RuleTypeText>>) => all

/** Alert rule types backed by a record column. */
export const alertColumns = described({
  cpu: { name: text('metrics.CPU'), unit: 'percent' },
  memory: { name: text('metrics.MEMORY_USED'), unit: 'bytes' },
  swap: { name: text('metrics.SWAP_USED'), unit: 'bytes' },
  disk: { name: text('metrics.DISK_USED'), unit: 'bytes' },
  net_in_speed: { name: text('metrics.INBOUND_SPEED'), unit: 'bytes_per_second' },
  net_out_speed: { name: text('metrics.OUTBOUND_SPEED'), unit: 'bytes_per_second' },
  load1: { name: text('metrics.LOAD_1'), unit: null },
  load5: { name: text('metrics.LOAD_5'), unit: null },
  load15: { name: text('metrics.LOAD_15'), unit: null },
  tcp_conn: { name: text('metrics.TCP_CONNECTIONS'), unit: null },
  udp_conn: { name: text('metrics.UDP_SOCKETS'), unit: null },
  process: { name: text('metrics.PROCESSES'), unit: null },
  temperature: { name: text('metrics.TEMPERATURE'), unit: 'celsius' },
  gpu: { name: text('metrics.GPU'), unit: 'percent' },
  mount_percent: {
    name: text('metrics.MOUNT'),
    unit: 'percent',
    starter: { name: text('metrics.STARTER_MOUNT'), severity: 'warning', condition: { min: 90 } },
  },
  inode_percent: { name: text('metrics.INODES'), unit: 'percent' },
  cpu_iowait: { name: text('metrics.CPU_IOWAIT'), unit: 'percent' },
  cpu_steal: { name: text('metrics.CPU_STEAL'), unit: 'percent' },
  pressure_cpu: { name: text('metrics.PRESSURE_CPU'), unit: 'percent' },
  pressure_memory: { name: text('metrics.PRESSURE_MEMORY'), unit: 'percent' },
  pressure_io: { name: text('metrics.PRESSURE_IO'), unit: 'percent' },
})
export type AlertName = keyof typeof alertColumns
