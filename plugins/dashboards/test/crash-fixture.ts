import { createTestKernel } from '@svc/kernel/testing'
import enrollment from '@svc/plugin-enrollment'
import system from '@svc/plugin-system'
import dashboards from '../src/index.ts'

export const openKernel = (dataDir: string) => createTestKernel({ plugins: [system, enrollment, dashboards], dataDir })

/** The expected state of a board. Its name and the titles of its widgets are the tag of its last save. */
export interface BoardState {
  readonly id: string
  /** identifies the save */
  readonly tag: string
  readonly widgets: number
}

/** A widget that contains the tag of its save. */
export const widget = (tag: string, n: number) => ({
  widget_type: 'markdown',
  title: tag,
  config: { text: `${tag} ${n}` },
  grid_x: (n * 3) % 12,
  grid_y: Math.floor(n / 4),
  grid_w: 3,
  grid_h: 1,
})
