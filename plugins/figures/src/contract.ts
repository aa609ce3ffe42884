import { type ServiceRef, service } from '@svc/plugin-sdk'
import type { Figure } from '@svc/protocol'

export type { FigureView } from './figure-schema.ts'

/** Metrics of your own, for plugins of the server. Agents and their plugins send the message `Figures`. */
export interface FiguresService {
  /**
   * Stores values of a server, as if its agent had reported them. Names that are new begin a series. Values of one name that
   * arrive within the same minute are averaged.
   */
  report(serverId: string, figures: readonly Figure[]): void
}

export const figures: ServiceRef<FiguresService> = service('figures.figures')
