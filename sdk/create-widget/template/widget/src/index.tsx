/*
 * @svc-widget
 * {
 *   "id": "org.example.load",
 *   "version": "1.0.0",
 *   "name": "Load",
 *   "category": "Real-time",
 *   "sizing": { "defaultW": 3, "defaultH": 2, "minW": 2, "minH": 1, "strategy": "free" },
 *   "sdkVersion": "^1.0.0"
 * }
 */
import { defineWidget, z } from '@svc/widget-sdk'
import { Load } from './load'

export default defineWidget({
  configSchema: z.object({
    server: z.serverId().describe('Server'),
    threshold: z.number().min(0).default(4).describe('Warn above'),
  }),
  component: ({ config }) => <Load server={config.server} threshold={config.threshold} />,
})
