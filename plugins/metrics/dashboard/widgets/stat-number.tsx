import { defineWidget, z } from '@svc/widget-sdk'
import { stats } from './stat-number/stats.tsx'

const metrics = ['server_count', 'avg_cpu', 'avg_memory', 'total_bandwidth', 'health'] as const

/** A metric of the whole fleet. */
export default defineWidget({
  configSchema: z.object({
    metric: z.enum(metrics).default('server_count').describe('widget.stat-number.metric'),
  }),
  component: ({ config, isEditing }) => {
    const Stat = stats[config.metric]
    return <Stat isEditing={isEditing} />
  },
})
