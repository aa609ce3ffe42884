/*
 * @svc-widget
 * {
 *   "id": "org.example.pair.load",
 *   "version": "1.0.0",
 *   "name": "Pair: Load",
 *   "category": "Real-time",
 *   "sizing": { "defaultW": 3, "defaultH": 2, "minW": 2, "minH": 2, "strategy": "free" },
 *   "sdkVersion": "^1.0.0"
 * }
 */
import { defineWidget, useMetric, useServer, z } from '@svc/widget-sdk'
import { Metric } from '../../shared/metric'

function Load({ server }: { server: string }) {
  const name = useServer(server)?.name
  const load = useMetric(server, 'load1')
  return <Metric name={name ?? 'Server not found'} value={load === undefined ? '–' : load.toFixed(2)} />
}

export default defineWidget({
  configSchema: z.object({ server: z.serverId().describe('Server') }),
  component: ({ config }) => <Load server={config.server} />,
})
