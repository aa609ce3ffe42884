import {
  type AgentPrincipal,
  ApiError,
  agentAuthenticator,
  authenticator,
  badRequest,
  forbidden,
  type Logger,
  notFound,
  type Principal,
  requestGate,
  type ServerRefusal,
  serverGate,
  unauthorized,
} from '@svc/plugin-sdk'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '../container.ts'
import type { Connections } from './connections.ts'
import { makeOriginCheck } from './origin.ts'
import type { Strangers } from './strangers.ts'
import { makeTurns } from './turns.ts'

const bearer = /^Bearer +(.+)$/

function runToken({ headers, query }: FastifyRequest): string | undefined {
  const [, token] = bearer.exec(headers.authorization ?? '') ?? []
  if (token) return token
  // Old agents send it in the query string.
  const legacy = (query as Record<string, unknown>).token
  return typeof legacy === 'string' ? legacy : undefined
}

const isUpgrade = (request: FastifyRequest): boolean => request.ws === true

const serverIdOf = (params: unknown, name: string): string => (params as Readonly<Record<string, string>>)[name] ?? ''

export type UserOf = (request: FastifyRequest, reply: FastifyReply) => Promise<Principal | undefined>

/** The signed-in user of a request. */
export const makeUserOf =
  (services: Pick<Services, 'find'>, log: Logger): UserOf =>
  async (request, reply) => {
    try {
      const { cookies, headers, ip } = request
      const setCookie = isUpgrade(request) ? undefined : (header: string) => void reply.header('set-cookie', header)
      return await services.find(authenticator)?.authenticate({ cookies, headers, ip, setCookie })
    } catch (err) {
      // If the accounts cannot be read, treat the request as not signed in.
      log.error({ err }, 'authentication failed')
      return undefined
    }
  }

interface Options {
  readonly services: Pick<Services, 'find'>
  readonly connections: Connections
  readonly strangers: Pick<Strangers, 'admit'>
  readonly log: Logger
  /** `server.public_url` */
  readonly publicUrl: string
}

/** Authentication and authorization before every handler. Routes of the kernel itself declare no access. */
export function makeAccess({ services, connections, strangers, log, publicUrl }: Options) {
  const checkOrigin = makeOriginCheck(publicUrl)
  const userOf = makeUserOf(services, log)
  const takeTurn = makeTurns()

  const agentOf = async (request: FastifyRequest): Promise<AgentPrincipal | undefined> => {
    const token = runToken(request)
    return token === undefined ? undefined : services.find(agentAuthenticator)?.authenticate(token)
  }

  const onRefused = ({ routeOptions, params, principal, ip }: FastifyRequest, reason: ServerRefusal['reason']) => {
    const { server: parameter, capability, deniedAction: action } = routeOptions.config
    if (parameter === undefined || capability === undefined) return
    const serverId = serverIdOf(params, parameter)
    services.find(serverGate)?.onRefused?.({ principal, ip, serverId, capability, action, reason })
  }

  const passGate = ({ method, headers, ws = false, routeOptions: { url: route, config } }: FastifyRequest) =>
    services.find(requestGate)?.check({ method, route, headers, access: config.access, upgrades: ws })

  return {
    /** Runs before the body is read. */
    async admit(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
      passGate(request)
      const { access, whileFlagged, websocket } = request.routeOptions.config
      if (websocket && !isUpgrade(request)) {
        throw new ApiError(426, 'kernel.UPGRADE_REQUIRED', undefined, {
          headers: { upgrade: 'websocket' },
        })
      }
      if (!websocket && isUpgrade(request) && !request.is404) throw badRequest('kernel.NOT_A_SOCKET')
      if (access === undefined || access === 'public') return undefined
      if (access === 'agent') {
        const agent = await agentOf(request)
        if (!agent) return reply.code(401).type('text/plain; charset=utf-8').send('Unauthorized')
        request.agent = agent
        strangers.admit(request.raw.socket)
        return undefined
      }
      const user = await userOf(request, reply)
      if (!user) throw unauthorized()
      if (user.via === 'cookie') checkOrigin(request, isUpgrade(request))
      if (user.flagged && !whileFlagged) {
        if (isUpgrade(request)) throw unauthorized()
        throw new ApiError(403, 'kernel.MUST_CHANGE_PASSWORD')
      }
      request.principal = user
      strangers.admit(request.raw.socket)
      if (access === 'admin' && user.role !== 'admin') {
        onRefused(request, 'role_forbidden')
        throw forbidden('kernel.ADMIN_ONLY')
      }
      connections.track(request, reply)
      await takeTurn(user.userId)
      return undefined
    },

    /** After path and body are parsed. */
    async allow(request: FastifyRequest): Promise<void> {
      const { server: parameter, capability, whileOffline } = request.routeOptions.config
      if (parameter === undefined) return
      const id = serverIdOf(request.params, parameter)
      const verdict = services.find(serverGate)?.check(request.principal, id, capability) ?? { kind: 'unknown' }
      switch (verdict.kind) {
        case 'ok':
          request.visibleServer = verdict.server
          return
        case 'unknown':
          throw notFound('kernel.UNKNOWN_SERVER')
        case 'denied':
          onRefused(request, 'agent_capability_disabled')
          throw forbidden('kernel.CAPABILITY_DISABLED')
        case 'offline':
          if (!whileOffline) throw notFound('kernel.SERVER_OFFLINE')
          request.visibleServer = verdict.server
      }
    },
  }
}
