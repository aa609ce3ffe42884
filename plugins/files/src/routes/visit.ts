import type { Agents } from '@svc/plugin-enrollment/contract'
import { forbidden } from '@svc/plugin-sdk'
import type { Visit } from '../file-audit.ts'
import { filesExtrasFeature } from '../wire.ts'

/** What outlives the request of it. */
export const visitOf = ({ principal, ip, visibleServer }: Visit): Visit => ({ principal, ip, visibleServer })

/** Agents of other makers know the basic operations only. */
export function requireExtras(agents: Pick<Agents, 'features'>, serverId: string): void {
  if (!agents.features(serverId).includes(filesExtrasFeature)) throw forbidden('files.NOT_SUPPORTED')
}
