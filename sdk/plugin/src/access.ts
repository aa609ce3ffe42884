import { type ServiceRef, service } from './refs.ts'

/** What a user may do: `admin` everything, `member` read and change what is their own. */
export type Role = 'admin' | 'member'

/**
 * Who may call a route. `public`: everyone. `member`: any signed-in user, admins included. `admin`: admins.
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

/** The server that a route is about, after the kernel has found that the user may see it. */
export interface VisibleServer {
  readonly id: string
  readonly name: string
  /** stable small integer, never reused; a key for packed storage */
  readonly number: number
}

/**
 * `unknown`: there is no such server, or it is hidden from this user; both look the same. `denied`: its agent lacks the
 * capability. `offline`: it has the capability, but is not connected.
 */
export type ServerVerdict =
  | { readonly kind: 'ok'; readonly server: VisibleServer }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'denied' }
  | { readonly kind: 'offline'; readonly server: VisibleServer }

/** Someone was refused a route that needs a capability. */
export interface ServerRefusal {
  readonly principal: Principal
  /** client address */
  readonly ip: string
  /** from the path; the server need not exist */
  readonly serverId: string
  readonly capability: string
  /** audit action of the route, see `deniedAction` */
  readonly action: string | undefined
  readonly reason: 'role_forbidden' | 'agent_capability_disabled'
}

/** Answers whether a user may see a server and, given a capability, whether its agent can do that now. */
export interface ServerGate {
  check(principal: Principal, serverId: string, capability?: string): ServerVerdict
  /** Called for every refusal because of the role or the capability, to audit it. */
  onRefused?(refusal: ServerRefusal): void
}

/** Filled by the plugin that owns accounts; without it every non-public route answers 401. */
export const authenticator: ServiceRef<Authenticator> = service('core.authenticator')

/** Filled by the plugin that owns agents. */
export const agentAuthenticator: ServiceRef<AgentAuthenticator> = service('core.agentAuthenticator')

/** Filled by the plugin that owns servers; without it no server exists. Called for routes that declare `server`. */
export const serverGate: ServiceRef<ServerGate> = service('core.serverGate')
