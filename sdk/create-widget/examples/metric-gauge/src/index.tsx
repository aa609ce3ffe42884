/*
 * @svc-widget
 * {
 *   "id": "io.svc.examples.metric-gauge",
 *   "version": "1.0.0",
 *   "name": "Metric gauge",
 *   "description": "One server metric as a gauge with a warning threshold",
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
    metric: z.metricPath().default('cpu').describe('Metric'),
    max: z.number().positive().default(100).describe('Maximum'),
    warn: z.number().min(0).default(80).describe('Warn at'),
    unit: z.string().max(12).default('%').describe('Unit'),
    tint: z.color().optional().describe('Color'),
  }),
  component: ({ config }) => <MetricGauge {...config} />,
})
