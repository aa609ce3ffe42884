/*
 * @svc-widget
 * {
 *   "id": "io.svc.examples.fleet.memory",
 *   "version": "1.0.0",
 *   "name": "Fleet: Memory",
 *   "category": "Real-time",
 *   "sizing": { "defaultW": 3, "defaultH": 2, "minW": 2, "minH": 2, "strategy": "free" },
 *   "sdkVersion": "^1.0.0"
 * }
 */
import { defineWidget, useMetric, useServer, z } from '@svc/widget-sdk'
import { Metric } from '../../shared/metric'

function Memory({ server }: { server: string }) {
  const name = useServer(server)?.name
  const memory = useMetric(server, 'mem_percent')
  return <Metric name={name ?? 'Server not found'} value={memory === undefined ? '–' : `${memory.toFixed(0)} %`} />
}

export default defineWidget({
  configSchema: z.object({ server: z.serverId().describe('Server') }),
  component: ({ config }) => <Memory server={config.server} />,
})
