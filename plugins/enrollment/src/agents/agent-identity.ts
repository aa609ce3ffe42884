import type { AgentAuthenticator, AgentPrincipal } from '@svc/plugin-sdk'
import { digest, isPresentedToken } from '../secrets.ts'
import type { ServersStore } from '../servers-store.ts'

/** Resolves run tokens before the upgrade, and proves right after it that the token is still the server's. */
export function makeAgentIdentity(servers: Pick<ServersStore, 'idByToken' | 'tokenHash'>) {
  const proofs = new WeakMap<AgentPrincipal, string>()
  const authenticator: AgentAuthenticator = {
    authenticate(token) {
      if (!isPresentedToken(token)) return undefined
      const hash = digest(token)
      const serverId = servers.idByToken(hash)
      if (serverId === undefined) return undefined
      const principal = { serverId }
      proofs.set(principal, hash)
      return principal
    },
  }
  return {
    authenticator,
    /** Authority may have changed while the upgrade was on its way. */
    stillHolds(principal: AgentPrincipal): boolean {
      const hash = proofs.get(principal)
      return hash !== undefined && servers.tokenHash(principal.serverId) === hash
    },
  }
}
export type AgentIdentity = ReturnType<typeof makeAgentIdentity>
