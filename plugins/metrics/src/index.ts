import { Type } from '@sinclair/typebox'
import { agentMessages, agentOffline, live, onAgent } from '@svc/plugin-enrollment/contract'
import { contribute, definePlugin, listen } from '@svc/plugin-sdk'
import { Report } from '@svc/protocol'
import { latest } from './contract.js'
export default definePlugin({
  id: 'metrics',
  config: Type.Object({ retention: Type.Object({ records_days: Type.Integer({ default: 7 }) }) }),
  requires: { live },
  provides: { latest },
  setup({ live, config, db }) {
    const n: number = config.retention.records_days
    void n
    void db
    return {
      provides: { latest: { get: () => undefined } },
      contributes: [
        ...contribute(
          agentMessages,
          onAgent(Report, (r, from) => live.update({ id: from.serverId } as never) ?? void r.cpu),
        ),
      ],
      on: [listen(agentOffline, ({ serverId }) => void serverId)],
      routes: async (app) => {
        app.get('/x', { config: { access: 'member' } }, async (req) => ({ data: req.principal.userId }))
      },
    }
  },
})
