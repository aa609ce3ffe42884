import cookie from '@fastify/cookie'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import websocket from '@fastify/websocket'
import { ApiError, badRequest, type Clock } from '@svc/plugin-sdk'
import { maxNesting, nestsTooDeeply } from '@svc/protocol'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import type { Logger } from 'pino'
import type { Services } from '../container.ts'
import type { RenderText } from '../texts.ts'
import { makeAccess } from './access.ts'
import { isForUsers, limitBodySizes, openBodyLimit, openBodyTimeoutMs, userBodyTimeoutMs } from './bodies.ts'
import { makeBodyTimeouts } from './body-timeout.ts'
import { answerBrokenRequest } from './broken-request.ts'
import type { Client } from './client.ts'
import { type Compilers, lazyCompilers } from './compilers.ts'
import { compressResponses } from './compression.ts'
import type { Connections } from './connections.ts'
import { statusOf, toErrorResponse } from './error-response.ts'
import { refuseHead, restoreHead, routeHeadAsGet, watchHead } from './head.ts'
import { limitPipelining } from './pipelining.ts'
import { limitRefusals } from './refusals.ts'
import { nameRegistered } from './registered-names.ts'
import { securityHeaders, strictTransport } from './security-headers.ts'
import { closeSockets, frameCompression } from './sockets.ts'
import type { Strangers } from './strangers.ts'
import { isUnicode } from './unicode.ts'
import { limitWriteTime } from './write-timeout.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** set by the kernel: the route upgrades to a WebSocket */
    websocket?: boolean
    /** set by the kernel: the plugin that declares the route */
    plugin?: string
  }
}

export interface HttpWorld {
  readonly log: Logger
  readonly services: Pick<Services, 'find'>
  readonly connections: Connections
  readonly strangers: Strangers
  readonly clock: Clock
  clientOf(raw: FastifyRequest['raw']): Client
  /** `server.public_url` */
  readonly publicUrl: string
  readonly renderText: RenderText
  /** requests are refused while the kernel closes */
  closing(): boolean
}

/** Time for a client to read a part of a response. */
const writeTimeoutMs = 60_000

const mebibyte = 1024 * 1024

const sendWith = (render: RenderText) => (error: unknown, reply: FastifyReply) => {
  const { status, body, headers } = toErrorResponse(error, render)
  return reply.code(status).headers(headers).type('application/json; charset=utf-8').send(JSON.stringify(body))
}

/** Creates a Fastify application with all hooks and decorators that routes of plugins rely on, also for rehearsals. */
export async function makeApp(world: HttpWorld, compilers: Compilers = lazyCompilers): Promise<FastifyInstance> {
  const { log, services, connections, strangers, clock, clientOf, renderText } = world
  const send = sendWith(renderText)
  const app = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: openBodyLimit,
    routerOptions: { maxParamLength: 128 }, // the longest id, that of a widget module
    exposeHeadRoutes: false, // see routeHeadAsGet
    rewriteUrl: routeHeadAsGet,
    requestTimeout: 0, // see makeBodyTimeouts
    http: { headersTimeout: 60_000 },
    return503OnClosing: false,
    clientErrorHandler: (error, socket) => answerBrokenRequest(error, socket, renderText),
    // Framework errors are sent before any hook runs, so the headers are added here.
    frameworkErrors: (error, _request, reply) => void send(error, reply.headers(securityHeaders) as FastifyReply),
  }).withTypeProvider<TypeBoxTypeProvider>() as unknown as FastifyInstance
  nameRegistered(app)
  const { admit, allow } = makeAccess({ services, connections, strangers, log, publicUrl: world.publicUrl })

  app.setValidatorCompiler(compilers.validator)
  app.setSerializerCompiler(compilers.serializer)
  app.removeContentTypeParser('text/plain')
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    // Some clients send this content type even without a body.
    if (body === '') return done(null, undefined)
    if (nestsTooDeeply(body)) return done(badRequest('kernel.BODY_TOO_DEEP', { max: maxNesting }))
    // Only an escape can write half a surrogate pair.
    const mayBeInvalid = body.includes('\\u')
    return parseJson(request, body, (error, value) =>
      mayBeInvalid && !error && !isUnicode(value) ? done(badRequest('kernel.BODY_NOT_UNICODE')) : done(error, value),
    )
  })
  app.setErrorHandler((error, request, reply) => {
    if (statusOf(error) >= 500) request.log.error({ err: error, req: request }, 'request failed')
    return send(error, reply)
  })

  app.decorateRequest('principal')
  app.decorateRequest('agent')
  app.decorateRequest('visibleServer')
  limitPipelining(app)
  const limitBodyTime = makeBodyTimeouts()
  app.addHook('onRequest', async (request, reply) => {
    restoreHead(request.raw)
    const { ip, protocol, host } = clientOf(request.raw)
    Object.defineProperties(request, { ip: { value: ip }, protocol: { value: protocol }, host: { value: host } })
    reply.headers(securityHeaders)
    if (protocol === 'https') reply.headers(strictTransport)
    // Handlers whose responses may be cached override this.
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store')
    limitWriteTime(request.raw, reply.raw, writeTimeoutMs)
    const { access, streamsBody = false, compresses = false } = request.routeOptions.config ?? {}
    if (!compresses) delete request.raw.headers['sec-websocket-extensions']
    const isOpen = !streamsBody && !isForUsers(access)
    const timeoutMs = isOpen ? openBodyTimeoutMs : userBodyTimeoutMs
    limitBodyTime(request.raw, { timeoutMs, isStreamed: streamsBody, isOpen }, () => {
      const error = Object.assign(new Error('the request took too long'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
      answerBrokenRequest(error, request.raw.socket, renderText)
    })
    if (!world.closing()) return
    reply.header('connection', 'close')
    throw new ApiError(503, 'kernel.SHUTTING_DOWN')
  })
  if (log.isLevelEnabled('debug')) {
    app.addHook('onResponse', async (request, reply) => {
      log.debug({ req: request, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }, 'request')
    })
  }
  await app.register(cookie)
  await app.register(websocket, {
    options: { maxPayload: mebibyte, perMessageDeflate: frameCompression },
    // ws has already sent its close frame, such as 1009 for an oversized message.
    errorHandler: (error, socket, request) => {
      request.log.info({ err: error.message, req: request }, 'socket closed after an error')
      socket.close()
    },
    preClose: closeSockets,
  })
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, websocket: route.websocket === true || route.wsHandler !== undefined }
  })
  compressResponses(app)
  watchHead(app)
  limitBodySizes(app)
  limitRefusals(app, clock)
  app.addHook('onRequest', admit)
  app.addHook('onRequest', refuseHead)
  connections.attach(app)
  app.addHook('preHandler', allow)
  return app
}
