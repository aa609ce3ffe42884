import { defineAgentPlugin } from '@svc/agent-sdk'

/** Probes that the server assigns. */
export default defineAgentPlugin({
  id: 'ping',
  setup: () => ({}),
})
