import type { ReactNode } from 'react'
import type { ApiQuery } from './api/query.ts'
import type { Code } from './on-demand.tsx'
import type { SlotRef } from './slot-ref.ts'

/** The first `count` contributions to a slot, which are shown at once: their code and data are loaded with what shows them. */
export interface FirstContributions {
  readonly slot: SlotRef<object>
  readonly count: number
  /** the props that are known beforehand: also contributions whose `when` accepts them */
  readonly given?: object
}

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
  /** slots that it shows itself */
  readonly opensWith: readonly FirstContributions[]
  /** other code that it shows at once */
  readonly needs: readonly Code[]
  /** what the slot asks each contribution to say about itself */
  readonly declared: unknown
  readonly code: Code
  readonly Component: (props: object) => ReactNode
}
