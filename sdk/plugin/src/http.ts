/// <reference types="@fastify/websocket" preserve="true" />
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { type Static, type TSchema, Type } from '@sinclair/typebox'
import type { Access, AgentPrincipal, Principal, VisibleServer } from './access.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** who may call the route; a route without it fails the boot of its plugin */
    access?: Access
    /**
     * The path parameter that names a server, on `member` and `admin` routes. The handler finds the server as
     * `request.visibleServer`; an unknown one, or one that is hidden from the user, answers 404 before that.
     */
    server?: string
    /** agent capability needed on that server: 403 without it, 404 while the server is offline */
    capability?: string
    /** allowed for accounts that must change their password first */
    whileFlagged?: boolean
    /** not with an API key (403): it would outlive the key or take over the account */
    notByKey?: boolean
  }
  interface FastifyRequest {
    /** the signed-in user on `member` and `admin` routes */
    principal: Principal
    /** the agent on `agent` routes */
    agent: AgentPrincipal
    /** the server of routes with `config.server` */
    visibleServer: VisibleServer
    /** what the browser sent, decoded */
    cookies: { [cookieName: string]: string | undefined }
  }
}

/** A plugin's routes: a pure declaration with absolute paths and no side effects, because it may run more than once. */
export type Routes = FastifyPluginAsyncTypebox

/** The success envelope `{ data }`. */
export const data = <T extends TSchema>(schema: T) => Type.Object({ data: schema })

/** The response of an operation that returns nothing: `{ "data": "ok" }`. */
export const Ok = data(Type.Literal('ok'))
/** The value of an `Ok` response. */
export const ok = { data: 'ok' as const }

/** The error envelope. `details` is optional. */
export const ErrorBody = Type.Object(
  {
    error: Type.Object({ code: Type.String(), message: Type.String(), details: Type.Optional(Type.Unknown()) }),
  },
  { $id: 'Error' },
)
export type ErrorBody = Static<typeof ErrorBody>

/** A nullable property that is always present. */
export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])

/** One of these strings. */
export const OneOf = <const Names extends readonly string[]>(...names: Names) =>
  Type.Unsafe<Names[number]>({ type: 'string', enum: names })

/** RFC 3339 instant ending in `Z`. */
export const Timestamp = Type.String({ format: 'date-time' })

const labels: Record<string, string> = {
  BAD_REQUEST: 'Bad request',
  FORBIDDEN: 'Forbidden',
  NOT_FOUND: 'Not found',
  REQUEST_TIMEOUT: 'Request timeout',
  CONFLICT: 'Conflict',
  VALIDATION_ERROR: 'Validation error',
  TOO_MANY_REQUESTS: 'Too many requests',
  INTERNAL_ERROR: 'Internal error',
}

/**
 * The one way to fail a request. Generic codes get their category label before the description, as the REST contract
 * requires; domain codes carry the sentence alone. `headers` are added to the response, for example `retry-after`.
 */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly details: unknown
  readonly headers: Readonly<Record<string, string>>

  constructor(
    status: number,
    code: string,
    message: string,
    extra: { details?: unknown; headers?: Record<string, string> } = {},
  ) {
    const label = labels[code]
    super(label ? `${label}: ${message}` : message)
    this.name = 'ApiError'
    this.status = status
    this.code = code
    this.details = extra.details
    this.headers = extra.headers ?? {}
  }
}

/** 400 for an operation that makes no sense here; broken field rules use `invalid`. */
export const badRequest = (message: string) => new ApiError(400, 'BAD_REQUEST', message)
/** 401 without a description, so that it reveals nothing about accounts. */
export const unauthorized = () => new ApiError(401, 'UNAUTHORIZED', 'Unauthorized')
/** 403: signed in, but not permitted. */
export const forbidden = (message: string) => new ApiError(403, 'FORBIDDEN', message)
/** 404; `message` names the kind of thing, not the requested id. */
export const notFound = (message: string) => new ApiError(404, 'NOT_FOUND', message)
/** 409 when the state of the resource forbids the operation, a duplicate name for example. */
export const conflict = (message: string) => new ApiError(409, 'CONFLICT', message)

/** A rule of one field: `details` is `[{ field, rule }]` so that forms can show it in place. */
export const invalid = (field: string, rule: string) =>
  new ApiError(422, 'VALIDATION_ERROR', `${field} ${rule}`, { details: [{ field, rule }] })

/** 429 with `Retry-After`. */
export const tooManyRequests = (seconds: number) =>
  new ApiError(429, 'TOO_MANY_REQUESTS', `try again in ${seconds} seconds`, {
    headers: { 'retry-after': String(seconds) },
  })
