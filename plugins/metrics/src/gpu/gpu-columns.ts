import type { GpuDevice } from '@svc/protocol'

/** What is stored of a GPU. The table, its INSERT, the answer of the API and its schema derive from the rows below. */
export interface GpuColumn {
  readonly name: string
  readonly unit: string
  readonly type: 'INTEGER' | 'REAL' | 'TEXT'
  readonly take: (device: GpuDevice, index: number) => number | string
}

export const gpuColumns: readonly GpuColumn[] = [
  { name: 'device_index', unit: 'place in the list of the host', type: 'INTEGER', take: (_, index) => index },
  { name: 'device_name', unit: 'name', type: 'TEXT', take: (device) => device.name },
  { name: 'mem_total', unit: 'bytes', type: 'INTEGER', take: (device) => device.mem_total },
  { name: 'mem_used', unit: 'bytes', type: 'INTEGER', take: (device) => device.mem_used },
  { name: 'utilization', unit: 'percent', type: 'REAL', take: (device) => device.utilization },
  { name: 'temperature', unit: 'degrees Celsius', type: 'REAL', take: (device) => device.temperature },
]
