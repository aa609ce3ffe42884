/// <reference types="@fastify/websocket" preserve="true" />
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { type Static, type TSchema, Type } from '@sinclair/typebox'
import type { Access, AgentPrincipal, Principal, VisibleServer } from './access.ts'

/** Limits of what a browser sends. Beyond them it is not read for a second; a flood is closed with 1008. */
export interface FrameLimits {
  /** the longest frame, closed with 1009 beyond it; default 16 KiB, at most 1 MiB */
  readonly maxBytes?: number
  /** frames per second, each started 16 KiB of one counted; default 20. Ten times as many may come at once. */
  readonly perSecond?: number
}

declare module 'fastify' {
  interface FastifySchema {
    /** one line for the documentation of the API */
    summary?: string
  }
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
    /** with `capability`: also while the server is offline, for what the plugin has stored */
    whileOffline?: boolean
    /** audit action of a refusal because of the role or the capability; default `capability_denied` */
    deniedAction?: string
    /** what browsers may send on a WebSocket of a `member` or `admin` route */
    frames?: FrameLimits
    /**
     * Browsers may ask for compression on a WebSocket of this route. It applies to every frame that is sent without
     * `compress: false`: leave it out where small or many frames are sent.
     */
    compresses?: boolean
    /** the handler reads the body as it arrives: it may take any time, unless it pauses for five minutes */
    streamsBody?: boolean
    /** error statuses besides those that follow from the route, for the documentation of the API */
    errors?: readonly number[]
    /** allowed for accounts that must change their password first */
    whileFlagged?: boolean
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

/** The error envelope; `message` is English. `details` is `{ code, params? }`, or a list with `field` and `rule` as well. */
export const ErrorBody = Type.Object(
  {
    error: Type.Object({
      code: Type.String({ description: 'match this; the list is in `x-error-codes`' }),
      message: Type.String({ description: 'for people' }),
      details: Type.Optional(
        Type.Unknown({
          description: 'code and parameters of the text, or the violated rules with field, rule, code and parameters',
        }),
      ),
    }),
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
