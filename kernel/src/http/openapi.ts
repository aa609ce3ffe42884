import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import {
  type Access,
  ApiError,
  ErrorBody,
  forbidden,
  invalid,
  notFound,
  tooManyRequests,
  unauthorized,
} from '@svc/plugin-sdk'
import type { FastifyContextConfig, FastifyInstance, FastifySchema } from 'fastify'
import type { RenderText } from '../texts.ts'
import { toErrorResponse } from './error-response.ts'
import { completeDocument, type OpenApiDocument } from './openapi-document.ts'

const securitySchemes = {
  cookie: { type: 'apiKey', in: 'cookie', name: 'session_token', description: 'Set by signing in' },
  apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'Acts as its owner' },
  bearer: { type: 'http', scheme: 'bearer', description: 'A session token' },
  agent: { type: 'http', scheme: 'bearer', description: 'The run token of an enrolled agent' },
} as const

const user = [{ cookie: [] }, { apiKey: [] }, { bearer: [] }]
const security: Readonly<Record<Access, object[]>> = { public: [], member: user, admin: user, agent: [{ agent: [] }] }

const descriptions: Readonly<Record<number, string>> = {
  101: 'Switches to WebSocket',
  400: 'Bad request',
  401: 'Not signed in, or the credential is not valid',
  403: 'Not allowed: role, capability, origin, API key, or the password must be changed first',
  404: 'Not found, or the server is offline',
  409: 'Conflicts with what is there',
  413: 'The body is too large',
  414: 'A parameter in the path is too long',
  415: 'The content type of the body is not supported',
  422: 'A field breaks a rule; details name field and rule',
  426: 'The address speaks WebSocket',
  429: 'Too many requests; retry after `Retry-After` seconds',
  500: 'Unexpected failure',
  502: 'The agent or another service sent an invalid response',
  503: 'The server is restarting, another program locks the database, or the plugin failed to start',
  504: 'The agent did not respond in time',
}

const errorResponse = (status: number) => ({ description: descriptions[status], $ref: `${ErrorBody.$id}#` })

/** The error statuses of a route, besides those it declares. */
function errorStatuses(config: FastifyContextConfig, schema: FastifySchema, methods: readonly string[]): number[] {
  const { access = 'public' } = config
  const isUnsafe = !methods.includes('GET')
  return [
    ...(schema.params || schema.querystring || schema.body ? [400] : []),
    // Public routes that take a credential reject a wrong one.
    ...(access === 'public' && !isUnsafe ? [] : [401]),
    ...(access === 'member' || access === 'admin' ? [403] : []),
    ...(schema.params || config.server ? [404, 414] : []),
    ...(isUnsafe ? [409] : []),
    ...(schema.body ? [413, 415, 422] : []),
    ...(config.websocket ? [426] : []),
    ...(access === 'public' ? [429] : []),
    500,
    502,
    503,
    ...(config.server ? [504] : []),
    ...(config.errors ?? []),
  ]
}

/** Marks parameters with a default as optional: TypeBox lists them as required. */
function optionalDefaults(querystring: unknown): unknown {
  if (typeof querystring !== 'object' || querystring === null) return querystring
  const { properties = {}, required = [] } = querystring as {
    properties?: Record<string, { default?: unknown }>
    required?: string[]
  }
  return { ...querystring, required: required.filter((name) => properties[name]?.default === undefined) }
}

type Transform = NonNullable<FastifyDynamicSwaggerOptions['transform']>

/** Completes the schema of a route: its plugin as tag, its access and its error responses. */
const describeRoute: Transform = ({ schema: declared, url, route }) => {
  const config: FastifyContextConfig = route.config ?? {}
  const { access, capability, plugin, websocket } = config
  if (!access || (declared?.hide && !websocket)) return { schema: { ...declared, hide: true }, url }
  const schema: FastifySchema = { ...declared }
  const response: Record<string, unknown> = { ...(schema.response as object | undefined) }
  if (websocket) response[101] = { description: descriptions[101], type: 'null' }
  for (const status of errorStatuses(config, schema, [route.method].flat())) response[status] ??= errorResponse(status)
  const notes = [
    ...(websocket ? ['Opens a WebSocket.'] : []),
    `Access: ${access}.`,
    ...(capability ? [`Needs the agent capability ${capability}.`] : []),
  ]
  return {
    url,
    schema: {
      ...schema,
      ...(schema.querystring ? { querystring: optionalDefaults(schema.querystring) } : {}),
      hide: false,
      tags: schema.tags ?? (plugin ? [plugin] : []),
      description: [schema.description, ...notes].filter(Boolean).join('\n\n'),
      security: security[access] as never,
      response,
      'x-access': access,
    } as FastifySchema,
  }
}

/** Errors that every API has, as examples. */
const errors: Readonly<Record<number, () => Error>> = {
  400: () => new ApiError(400, 'kernel.BODY_NOT_JSON', undefined, { code: 'BAD_REQUEST' }),
  401: unauthorized,
  403: () => forbidden('kernel.ADMIN_ONLY'),
  404: () => notFound('kernel.UNKNOWN_SERVER'),
  405: () => new ApiError(405, 'kernel.METHOD_NOT_ALLOWED', { allow: 'GET, POST' }),
  413: () => new ApiError(413, 'kernel.PAYLOAD_TOO_LARGE'),
  415: () => new ApiError(415, 'kernel.UNSUPPORTED_MEDIA_TYPE'),
  422: () => invalid('name', 'kernel.REQUIRED'),
  426: () => new ApiError(426, 'kernel.UPGRADE_REQUIRED'),
  429: () => tooManyRequests(30),
  500: () => new ApiError(500, 'kernel.INTERNAL_ERROR'),
  503: () => new ApiError(503, 'kernel.SHUTTING_DOWN'),
}

interface DocsOptions {
  readonly version: string
  /** the plugins, in which routes are grouped */
  readonly tags: { readonly name: string; readonly description: string }[]
  readonly renderText: RenderText
  /** texts of all error codes */
  listCodes(): Record<string, string>
}

const documentUrl = '/api-docs/openapi.json'

/**
 * Describes the routes added to an application from here on, and serves the OpenAPI document and Swagger UI. This is
 * expensive, so it is done on a separate application (see `forwardDocs`).
 */
export async function addDocs(app: FastifyInstance, options: DocsOptions): Promise<void> {
  const { version, tags, renderText, listCodes } = options
  const { default: swagger } = await import('@fastify/swagger')
  const { default: swaggerUi } = await import('@fastify/swagger-ui')
  app.addSchema(ErrorBody)
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'svc',
        version,
        description:
          'Server monitoring. Successful responses are `{ "data": ... }`, failed ones `{ "error": ... }` with a code; ' +
          '`x-error-codes` of this document lists the codes in `details`, by plugin. Every path answers a method that it ' +
          'does not have with 405 and `Allow`.',
        license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
      },
      servers: [{ url: '/' }],
      tags: [...tags],
      components: { securitySchemes },
    },
    convertConstToEnum: false,
    refResolver: { buildLocalReference: (json, _base, _fragment, index) => String(json.$id ?? `Schema${index}`) },
    transform: describeRoute,
  })
  const exampleOf = (status: number) => {
    const error = errors[status]?.()
    return error && toErrorResponse(error, renderText).body
  }
  const describe = () => ({
    ...completeDocument(app.swagger() as OpenApiDocument, exampleOf),
    'x-error-codes': listCodes(),
  })
  let document: Buffer | undefined
  app.get(documentUrl, (_request, reply) => {
    document ??= Buffer.from(JSON.stringify(describe()))
    return reply.type('application/json; charset=utf-8').send(document)
  })
  app.addHook('onRoute', (route) => {
    // They would serialize the document for each request. JSON is YAML as well.
    if (/^\/swagger-ui\/(?:json|yaml)$/.test(route.url))
      route.handler = (_request, reply) => reply.redirect(documentUrl)
  })
  await app.register(swaggerUi, {
    routePrefix: '/swagger-ui',
    // The validator badge would send the document to a third-party site.
    uiConfig: { url: documentUrl, validatorUrl: null, persistAuthorization: false },
  })
}

/** Forwards requests for the documentation to a separate application, which is built on the first one. */
export function forwardDocs(app: FastifyInstance, makeDocs: () => Promise<FastifyInstance>): void {
  let docs: Promise<FastifyInstance> | undefined
  for (const url of [documentUrl, '/swagger-ui', '/swagger-ui/*']) {
    app.get(url, async (request, reply) => {
      docs ??= makeDocs()
      const { routing } = await docs
      reply.hijack()
      routing(request.raw, reply.raw)
    })
  }
  app.addHook('onClose', async () => (await docs)?.close())
}
