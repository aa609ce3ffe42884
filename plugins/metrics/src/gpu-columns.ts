import type { GpuDevice } from '@svc/protocol'
import type { ChartLine } from './columns.ts'

/** A stored column of a GPU. Table, INSERT, API schema and charts derive from the rows below. */
export interface GpuColumn {
  readonly name: string
  readonly unit: string
  readonly type: 'INTEGER' | 'REAL' | 'TEXT'
  readonly take: (device: GpuDevice, index: number) => number | string
  /** a chart with one line per device; `shareOf` is the column that is 100 % */
  readonly chart?: Pick<ChartLine, 'chart' | 'unit'> & { readonly shareOf?: string }
}

export const gpuColumns: readonly GpuColumn[] = [
  { name: 'device_index', unit: 'position in the device list of the host', type: 'INTEGER', take: (_, index) => index },
  { name: 'device_name', unit: 'name', type: 'TEXT', take: (device) => device.name },
  { name: 'mem_total', unit: 'bytes', type: 'INTEGER', take: (device) => device.mem_total },
  {
    name: 'mem_used',
    unit: 'bytes',
    type: 'INTEGER',
    take: (device) => device.mem_used,
    chart: { chart: 'gpuMemory', unit: 'percent', shareOf: 'mem_total' },
  },
  {
    name: 'utilization',
    unit: 'percent',
    type: 'REAL',
    take: (device) => device.utilization,
    chart: { chart: 'gpuLoad', unit: 'percent' },
  },
  {
    name: 'temperature',
    unit: 'degrees Celsius',
    type: 'REAL',
    take: (device) => device.temperature,
    chart: { chart: 'gpuTemperature', unit: 'celsius' },
  },
]
