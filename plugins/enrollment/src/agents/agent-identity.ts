import type { AgentAuthenticator, AgentPrincipal } from '@svc/plugin-sdk'
import { digest, isPresentedToken } from '../secrets.ts'
import type { ServersStore } from '../servers-store.ts'

/** Authenticates run tokens before the WebSocket upgrade, and re-checks them right after it. */
export function makeAgentIdentity(servers: Pick<ServersStore, 'idByToken' | 'tokenHash'>) {
  const tokenHashes = new WeakMap<AgentPrincipal, string>()
  const authenticator: AgentAuthenticator = {
    authenticate(token) {
      if (!isPresentedToken(token)) return undefined
      const hash = digest(token)
      const serverId = servers.idByToken(hash)
      if (serverId === undefined) return undefined
      const principal = { serverId }
      tokenHashes.set(principal, hash)
      return principal
    },
  }
  return {
    authenticator,
    /** The token may have been revoked during the upgrade. */
    isStillValid(principal: AgentPrincipal): boolean {
      const hash = tokenHashes.get(principal)
      return hash !== undefined && servers.tokenHash(principal.serverId) === hash
    },
  }
}
export type AgentIdentity = ReturnType<typeof makeAgentIdentity>
