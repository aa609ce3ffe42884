import type { Server, Servers } from '@svc/plugin-enrollment/contract'
import { notFound, type Principal } from '@svc/plugin-sdk'

export const isVisible = (server: Server, { role }: Pick<Principal, 'role'>): boolean =>
  !server.hidden || role === 'admin'

/** Throws 404: hidden servers exist for admins only. */
export function visibleServer(servers: Pick<Servers, 'get'>, id: string, principal: Principal): Server {
  const server = servers.get(id)
  if (!server || !isVisible(server, principal)) throw notFound('server not found')
  return server
}
