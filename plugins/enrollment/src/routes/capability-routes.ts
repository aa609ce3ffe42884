import { Type } from '@sinclair/typebox'
import { data, type Routes } from '@svc/plugin-sdk'
import type { CapabilityTable } from '@svc/protocol'
import { CapabilityView } from '../capability-schema.ts'

/** The capabilities of this installation that a plugin uses. */
export const capabilityRoutes =
  (table: CapabilityTable): Routes =>
  async (app) => {
    const views = table.all
      .filter(({ isUsed }) => isUsed)
      .map(({ isDefault, isUsed: _, ...facts }): CapabilityView => ({ ...facts, default: isDefault }))
    app.get(
      '/api/capabilities',
      {
        config: { access: 'member' },
        schema: { summary: 'What agents can do', response: { 200: data(Type.Array(CapabilityView)) } },
      },
      async () => ({ data: views }),
    )
  }
