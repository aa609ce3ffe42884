import { type Static, Type } from '@sinclair/typebox'
import { Nullable, Timestamp } from '@svc/plugin-sdk'

const percent = (description: string) => Nullable(Type.Number({ description: `percent, ${description}` }))
const bytes = (description: string) => Nullable(Type.Integer({ description: `bytes, ${description}` }))

const Mount = Type.Object({
  path: Type.String(),
  type: Type.String({ description: 'file system' }),
  total: Type.Integer({ description: 'bytes' }),
  used: Type.Integer({ description: 'bytes' }),
  inodes: Nullable(Type.Integer()),
  inodes_used: Nullable(Type.Integer()),
})

const Interface = Type.Object({
  name: Type.String(),
  in_speed: Type.Integer({ description: 'bytes per second' }),
  out_speed: Type.Integer({ description: 'bytes per second' }),
})

const Sensor = Type.Object({ name: Type.String(), celsius: Type.Number() })

/** What the last report says beyond the totals. Null: the agent is older, or the host does not have it. */
export const Details = Type.Object({
  reported_at: Timestamp,
  cpu_user: percent('programs'),
  cpu_system: percent('kernel'),
  cpu_iowait: percent('idle while waiting for disks'),
  cpu_steal: percent('taken by the hypervisor'),
  cores: Nullable(Type.Array(Type.Number(), { description: 'percent of each core' })),
  mem_free: bytes('unused'),
  mem_buffers: bytes('buffers'),
  mem_cached: bytes('page cache and reclaimable kernel memory'),
  mem_shared: bytes('shared memory and tmpfs'),
  pressure_cpu: percent('of the last minute in which some tasks waited for a CPU'),
  pressure_memory: percent('in which some tasks waited for memory'),
  pressure_memory_full: percent('in which all tasks waited for memory'),
  pressure_io: percent('in which some tasks waited for disks'),
  pressure_io_full: percent('in which all tasks waited for disks'),
  mounts: Nullable(Type.Array(Mount)),
  interfaces: Nullable(Type.Array(Interface)),
  sensors: Nullable(Type.Array(Sensor)),
})
export type Details = Static<typeof Details>
