import type { Server, Servers } from '@svc/plugin-enrollment/contract'
import { notFound, type Principal } from '@svc/plugin-sdk'

export const isVisible = (server: Server, { role }: Principal): boolean => !server.hidden || role === 'admin'

/** Throws 404 for hidden servers unless the user is an admin. */
export function visibleServer(servers: Pick<Servers, 'get'>, id: string, principal: Principal): Server {
  const server = servers.get(id)
  if (!server || !isVisible(server, principal)) throw notFound('server not found')
  return server
}
