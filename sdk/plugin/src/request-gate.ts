import type { Access } from './access.ts'
import { type ServiceRef, service } from './refs.ts'

/** A request before its sender is known. */
export interface GatedRequest {
  readonly method: string
  /** the path of the route, as it is declared: `/api/servers/:id`; undefined if there is no such route */
  readonly route: string | undefined
  /** undefined for the routes of the kernel itself, such as pages and `/healthz` */
  readonly access: Access | undefined
  /** whether it opens a WebSocket */
  readonly upgrades: boolean
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

/** Decides about every request, before authentication and whatever the route says. */
export interface RequestGate {
  /** Throws an `ApiError` to refuse the request. */
  check(request: GatedRequest): void
}

/** Filled by a plugin that restricts the whole server, such as a mode in which nothing may be changed. */
export const requestGate: ServiceRef<RequestGate> = service('core.requestGate')
