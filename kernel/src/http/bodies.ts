import type { Access } from '@svc/plugin-sdk'
import type { FastifyInstance } from 'fastify'

const kibibyte = 1024

/** For strangers and agents, also where there is no route. A route may set its own limit. */
export const openBodyLimit = 16 * kibibyte
const userBodyLimit = 2 * kibibyte * kibibyte

/** Time for strangers and agents to send a body. */
export const openBodyTimeoutMs = 30_000
export const userBodyTimeoutMs = 300_000

export const isForUsers = (access: Access | undefined): boolean => access === 'member' || access === 'admin'

/** Only routes of signed-in users accept large bodies; they are read after authentication. */
export function limitBodySizes(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    if (isForUsers(route.config?.access)) route.bodyLimit ??= userBodyLimit
  })
}
