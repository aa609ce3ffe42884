/*
 * @svc-widget
 * {
 *   "id": "io.svc.examples.metric-gauge",
 *   "version": "1.0.0",
 *   "name": "Metric gauge",
 *   "description": "One figure of a server against its limits",
 *   "author": "svc",
 *   "category": "Real-time",
 *   "sizing": { "defaultW": 3, "defaultH": 3, "minW": 2, "minH": 2, "maxW": 6, "maxH": 6, "strategy": "aspect-square" },
 *   "sdkVersion": "^1.0.0"
 * }
 */
import { defineWidget, z } from '@svc/widget-sdk'
import { MetricGauge } from './metric-gauge'

export default defineWidget({
  configSchema: z.object({
    server: z.serverId().describe('Server'),
    metric: z.metricPath().default('cpu').describe('Figure'),
    most: z.number().positive().default(100).describe('End of the scale'),
    warn: z.number().min(0).default(80).describe('Warn from'),
    unit: z.string().max(12).default('%').describe('Unit'),
    tint: z.color().optional().describe('Colour'),
  }),
  component: ({ config }) => <MetricGauge {...config} />,
})
