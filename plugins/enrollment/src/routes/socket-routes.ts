import type { Routes } from '@svc/plugin-sdk'
import type { AgentSocket } from '../agents/agent-socket.ts'
import type { LiveSocket } from '../live/live-socket.ts'

/** The kernel authenticates both before the WebSocket upgrade. */
export const socketRoutes =
  (agentSocket: AgentSocket, liveSocket: LiveSocket): Routes =>
  async (app) => {
    app.get('/api/agent/ws', { websocket: true, config: { access: 'agent' } }, (socket, req) =>
      agentSocket(socket, req.agent, req.ip),
    )
    app.get('/api/ws/servers', { websocket: true, config: { access: 'member' } }, (socket, req) =>
      liveSocket(socket, req.principal),
    )
  }
