import type { MetricRow } from './columns.ts'
import { fullestInodes, fullestMount } from './fullest-mount.ts'

/*
 * What a record has beyond the totals. The dashboard imports this file too.
 */

/** Agents before these columns do not report them, and no platform reports all. */
const detail = { nullable: true, detail: true, since: 3, aggregate: 'mean' } as const
const percent = { ...detail, type: 'REAL', unit: 'percent', range: [0, 100] } as const
const bytes = { ...detail, type: 'INTEGER', unit: 'bytes', range: [0, Number.MAX_SAFE_INTEGER] } as const
const text = { ...detail, type: 'TEXT' } as const

/** Whole numbers, because digits behind the point would take most of the space. */
const wholes = (values: readonly number[]) => values.map(Math.round)

export const detailRows: readonly MetricRow[] = [
  { name: 'cpu_user', ...percent },
  { name: 'cpu_system', ...percent },
  { name: 'cpu_iowait', ...percent, alert: 'cpu_iowait' },
  { name: 'cpu_steal', ...percent, alert: 'cpu_steal' },
  { name: 'mem_free', ...bytes },
  { name: 'mem_buffers', ...bytes },
  { name: 'mem_cached', ...bytes },
  { name: 'mem_shared', ...bytes },
  { name: 'pressure_cpu', ...percent, alert: 'pressure_cpu' },
  { name: 'pressure_memory', ...percent, alert: 'pressure_memory' },
  { name: 'pressure_memory_full', ...percent },
  { name: 'pressure_io', ...percent, alert: 'pressure_io' },
  { name: 'pressure_io_full', ...percent },
  {
    ...{
      ...detail,
      name: 'mount_percent',
      type: 'REAL',
      unit: 'percent, of the fullest mount',
      alert: 'mount_percent',
    },
    take: ({ mounts }) => fullestMount(mounts)?.percent ?? null,
  },
  {
    ...{ ...detail, name: 'inode_percent', type: 'REAL', unit: 'percent, of the mount with the fewest free inodes' },
    alert: 'inode_percent',
    take: ({ mounts }) => fullestInodes(mounts)?.percent ?? null,
  },
  {
    ...{ ...text, name: 'cores_json', unit: 'JSON text: array of percents', aggregate: 'listMeans' },
    take: ({ cores }) => (cores ? JSON.stringify(wholes(cores)) : null),
  },
  {
    ...{ ...text, name: 'mounts_json', unit: 'JSON text: array of { path, total, used, inodes, inodes_used }' },
    aggregate: 'deviceMeans',
    take: ({ mounts }) =>
      mounts
        ? JSON.stringify(
            mounts.map(({ path, total, used, inodes = null, inodes_used = null }) => ({
              ...{ path, total, used, inodes, inodes_used },
            })),
          )
        : null,
  },
  {
    ...{ ...text, name: 'interfaces_json', unit: 'JSON text: array of { name, in_speed, out_speed }' },
    aggregate: 'deviceMeans',
    take: ({ interfaces }) => (interfaces ? JSON.stringify(interfaces) : null),
  },
  {
    ...{ ...text, name: 'sensors_json', unit: 'JSON text: array of { name, celsius }' },
    aggregate: 'deviceMeans',
    take: ({ sensors }) =>
      sensors ? JSON.stringify(sensors.map(({ name, celsius }) => ({ name, celsius: Math.round(celsius) }))) : null,
  },
]
