/*
 * @svc-widget
 * {
 *   "id": "io.svc.examples.monitor-check",
 *   "version": "1.0.0",
 *   "name": "Monitor check",
 *   "description": "The status of a service monitor, with a button to check it now",
 *   "author": "svc",
 *   "category": "Status",
 *   "sizing": { "defaultW": 4, "defaultH": 2, "minW": 3, "minH": 2, "strategy": "free" },
 *   "sdkVersion": "^1.0.0"
 * }
 */
import { defineWidget, z } from '@svc/widget-sdk'
import { MonitorCheck } from './monitor-check'

export default defineWidget({
  configSchema: z.object({
    monitor: z.monitorId().describe('Monitor'),
  }),
  component: ({ config, isEditing }) => <MonitorCheck id={config.monitor} isEditing={isEditing} />,
})
