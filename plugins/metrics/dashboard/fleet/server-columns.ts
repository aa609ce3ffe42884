import { fill, percentOf } from '@svc/dashboard-sdk'
import { type ServerColumn, serverColumns } from '@svc/plugin-enrollment/dashboard/pages'

const column = (
  id: string,
  order: number,
  cell: Exclude<keyof typeof import('./columns.tsx'), 'default'>,
  declared: ServerColumn,
) =>
  fill(serverColumns, {
    id,
    order,
    title: `columns.${id}`,
    declared,
    component: async () => ({ default: (await import('./columns.tsx'))[cell] }),
  })

/** What the list of servers shows of each server, and can be sorted by. */
export const columns = [
  column('cpu', 10, 'Cpu', { width: '13%', phoneWidth: '22%', value: ({ cpu }) => cpu }),
  column('memory', 20, 'Memory', {
    ...{ width: '15%', phoneWidth: '22%' },
    value: ({ mem_used, mem_total }) => percentOf(mem_used, mem_total),
  }),
  column('disk', 30, 'Disk', { width: '15%', value: ({ disk_used, disk_total }) => percentOf(disk_used, disk_total) }),
  column('network', 40, 'Network', {
    width: '7.5rem',
    value: ({ net_in_speed, net_out_speed }) => net_in_speed + net_out_speed,
  }),
  column('load', 50, 'Load', { width: '4.5rem', isWideOnly: true, align: 'right', value: ({ load1 }) => load1 }),
  column('uptime', 60, 'Uptime', { width: '6.5rem', isWideOnly: true, align: 'right', value: ({ uptime }) => uptime }),
]
