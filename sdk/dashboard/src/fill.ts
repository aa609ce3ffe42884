import type { ReactNode } from 'react'

/** A contribution to a slot; made with `fill`. */
export interface Fill {
  readonly slot: string
  readonly id: string
  readonly order: number
  /** key in the contributing plugin's texts, for slots that show a heading or tab per contribution */
  readonly title: string | undefined
  readonly Component: (props: object) => ReactNode
}
