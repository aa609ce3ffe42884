import { type ServiceRef, service } from './refs.ts'

/** What a user may do: `admin` everything, `member` read and change what is their own. */
export type Role = 'admin' | 'member'

/**
 * Who may call a route. `public`: nobody is asked. `member`: any signed-in user, admins included. `admin`: admins.
 * `agent`: a run token of an enrolled agent (bearer, or query `token` for old agents).
 */
export type Access = 'public' | 'member' | 'admin' | 'agent'

/** A signed-in user. The role is read fresh for every request. */
export interface Principal {
  readonly userId: string
  readonly username: string
  readonly role: Role
  readonly via: 'cookie' | 'api_key' | 'bearer'
  /** names the session or key, so that its sockets can be closed when it is revoked */
  readonly credentialId: string
  /** must change the password first: only routes with `whileFlagged` are open */
  readonly flagged: boolean
  /** milliseconds; fixed end of a credential that does not slide */
  readonly deadline?: number
}

/** An authenticated agent connection. */
export interface AgentPrincipal {
  readonly serverId: string
}

/** What an authenticator may look at. */
export interface Credentials {
  readonly cookies: Readonly<Record<string, string | undefined>>
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** client address behind trusted proxies */
  readonly ip: string
  /** Adds a `set-cookie` header to the answer, to renew a sliding cookie. Absent where there is none, as on sockets. */
  setCookie?(header: string): void
}

/** Resolves a request to its user: cookie, then `X-API-Key`, then bearer; the first that validates wins. */
export interface Authenticator {
  authenticate(credentials: Credentials): Principal | undefined | Promise<Principal | undefined>
}

/** Resolves an agent's run token. */
export interface AgentAuthenticator {
  authenticate(token: string): AgentPrincipal | undefined | Promise<AgentPrincipal | undefined>
}

/** Answers whether an agent can do something now. Asked by the kernel for routes that declare `capability`. */
export interface CapabilityGate {
  check(serverId: string, capability: string): 'ok' | 'unknown_server' | 'denied' | 'offline'
}

/** Filled by the plugin that owns accounts; without it every non-public route answers 401. */
export const authenticator: ServiceRef<Authenticator> = service('core.authenticator')

/** Filled by the plugin that owns agents. */
export const agentAuthenticator: ServiceRef<AgentAuthenticator> = service('core.agentAuthenticator')

/** Filled by the plugin that owns agents. */
export const capabilityGate: ServiceRef<CapabilityGate> = service('core.capabilityGate')
