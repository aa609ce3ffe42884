import { createTestKernel } from '@svc/kernel/testing'
import enrollment from '@svc/plugin-enrollment'
import system from '@svc/plugin-system'
import dashboards from '../src/index.ts'

/** A program with boards that may be killed at any moment. */
export const live = (dataDir: string) => createTestKernel({ plugins: [system, enrollment, dashboards], dataDir })

/** What a test knows of a board: all its widgets are of the same save, and so is its name. */
export interface BoardState {
  readonly id: string
  /** of the save */
  readonly tag: string
  readonly widgets: number
}

/** A widget that says of which save it is. */
export const widget = (tag: string, n: number) => ({
  ...{ widget_type: 'markdown', title: tag, config: { text: `${tag} ${n}` } },
  ...{ grid_x: (n * 3) % 12, grid_y: Math.floor(n / 4), grid_w: 3, grid_h: 1 },
})
