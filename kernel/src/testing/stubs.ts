import { agentAuthenticator, authenticator, definePlugin, type Principal } from '@svc/plugin-sdk'
import type { AnyPlugin } from '../candidate.ts'

const userHeader = 'x-test-principal'
const agentPrefix = 'test-agent:'

const principalOf = (role: 'admin' | 'member'): Principal => ({
  userId: `test-${role}`,
  username: role,
  role,
  via: 'bearer',
  credentialId: `test-${role}`,
  flagged: false,
})

/** Headers that authenticate a request as this user. */
export const userHeaders = (who: 'admin' | 'member' | Principal): Record<string, string> => ({
  [userHeader]: JSON.stringify(typeof who === 'string' ? principalOf(who) : who),
})

export const agentHeaders = (serverId: string): Record<string, string> => ({
  authorization: `Bearer ${agentPrefix}${serverId}`,
})

const users = definePlugin({
  id: 'test-users',
  provides: { authenticator },
  setup: () => ({
    provides: {
      authenticator: {
        authenticate({ headers }) {
          const header = headers[userHeader]
          return typeof header === 'string' ? (JSON.parse(header) as Principal) : undefined
        },
      },
    },
  }),
})

const agents = definePlugin({
  id: 'test-agents',
  provides: { agentAuthenticator },
  setup: () => ({
    provides: {
      agentAuthenticator: {
        authenticate: (token) =>
          token.startsWith(agentPrefix) ? { serverId: token.slice(agentPrefix.length) } : undefined,
      },
    },
  }),
})

/** The stub authenticators for services that no plugin provides. */
export function stubsFor(plugins: readonly AnyPlugin[]): { plugins: AnyPlugin[]; users: boolean; agents: boolean } {
  const provided = new Set(plugins.flatMap((plugin) => Object.values(plugin.provides ?? {}).map((ref) => ref.id)))
  const missing = { users: !provided.has(authenticator.id), agents: !provided.has(agentAuthenticator.id) }
  return { ...missing, plugins: [...(missing.users ? [users] : []), ...(missing.agents ? [agents] : [])] }
}
