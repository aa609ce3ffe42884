import type { Command, PluginAdministration } from '@svc/plugin-sdk'
import type { Actor, Audit } from '../contract.ts'
import type { StoredPluginSettings } from '../plugin-settings/plugin-settings.ts'
import type { PluginPurge } from './plugin-data-schema.ts'

interface Deps {
  readonly plugins: PluginAdministration
  readonly settings: Pick<StoredPluginSettings, 'count' | 'purge'>
  readonly audit: Audit
}

export type Purge = (by: Actor, id: string) => Promise<PluginPurge>

/** Deletes settings, secrets and tables of a plugin that is not active. One transaction with the audit entry decides it. */
export const makePurge =
  ({ plugins, settings, audit }: Deps): Purge =>
  async (by, id) => {
    const purged = audit.act(
      by,
      'plugin.purge',
      () => {
        const tables = [...plugins.purge(id)]
        const count = settings.count(id)
        settings.purge(id)
        return { tables, settings: count }
      },
      (purged) => ({ id, ...purged }),
    )
    await plugins.purged(id)
    return purged
  }

export const purgeCommand = (purge: Purge): Command => ({
  name: 'plugin purge',
  summary: 'deletes the tables and settings of a plugin that is not installed or disabled, while the server is stopped',
  options: {},
  arguments: ['id'],
  isExclusive: true,
  async run({ id = '' }) {
    const { tables, settings } = await purge('system', id)
    return `deleted the data of ${id} (tables: ${tables.length}, settings: ${settings})`
  },
})
