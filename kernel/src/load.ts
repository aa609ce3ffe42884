import { definitionFault } from '@svc/plugin-sdk'
import { BootError, reasonOf } from './boot-error.ts'
import { type AnyPlugin, exclude, type PluginRecord } from './candidate.ts'
import { within } from './within.ts'

/** A module that waits for ever at its top must not keep the server from starting. */
const importLimitMs = 30_000

/** Imports the selected plugins. One that cannot be imported fails alone. */
export async function load(records: readonly PluginRecord[]): Promise<void> {
  await Promise.all(
    records
      .filter((record) => record.state === 'running')
      .map(async (record) => {
        const { id, load: importPackage } = record.candidate
        try {
          const plugin = (await within(importPackage(), importLimitMs, 'its code')) as AnyPlugin
          const fault = definitionFault(plugin) ?? (plugin.id === id ? undefined : `it is named ${plugin.id}`)
          if (fault) exclude(record, 'failed', `its default export is not the plugin ${id}: ${fault}`)
          else record.definition = plugin
        } catch (error) {
          exclude(record, 'failed', `it cannot be imported: ${reasonOf(error)}`)
        }
      }),
  )
}

/** Stops the boot when a plugin is missing that the deployment cannot run without. */
export function demandRequired(records: readonly PluginRecord[]): void {
  const broken = records.find((record) => record.candidate.required && record.state !== 'running')
  if (broken) throw new BootError(`the required plugin ${broken.candidate.id} is ${broken.state}: ${broken.reason}`)
}
