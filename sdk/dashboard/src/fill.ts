import type { ReactNode } from 'react'
import type { ApiQuery } from './api/query.ts'

/** A contribution to a slot; made with `fill`. */
export interface Fill {
  readonly slot: string
  readonly id: string
  readonly order: number
  /** text key in the contributing plugin, for slots that show a heading or tab per contribution */
  readonly title: string | undefined
  /** groups tabs */
  readonly group: string | undefined
  /** whether it has anything to show; always, if absent */
  readonly when: ((props: object) => boolean) | undefined
  /** what it queries first */
  readonly data: readonly ApiQuery[]
  /** what the slot asks each contribution to say about itself */
  readonly declared: unknown
  /** loads its code before it is shown */
  readonly preload: () => Promise<unknown>
  readonly Component: (props: object) => ReactNode
}
