import { definitionError } from '@svc/plugin-sdk'
import { BootError, PermanentError, reasonOf } from './boot-error.ts'
import { type AnyPlugin, exclude, type PluginRecord } from './candidate.ts'
import { withTimeout } from './timeout.ts'

/** A module whose top-level await never settles must not block the start. */
const importTimeoutMs = 30_000

/** Imports the selected plugins. A plugin that cannot be imported fails without affecting the others. */
export async function load(records: readonly PluginRecord[]): Promise<void> {
  await Promise.all(
    records
      .filter((record) => record.state === 'running')
      .map(async (record) => {
        const { id, load: importPackage } = record.candidate
        try {
          const plugin = (await withTimeout(importPackage(), importTimeoutMs, 'the import')) as AnyPlugin
          const error = definitionError(plugin) ?? (plugin.id === id ? undefined : `its id is ${plugin.id}`)
          if (error) exclude(record, 'failed', `its default export is not the plugin ${id}: ${error}`)
          else record.definition = plugin
        } catch (error) {
          exclude(record, 'failed', `it cannot be imported: ${reasonOf(error)}`)
        }
      }),
  )
}

/** Aborts the boot when a required plugin does not run. */
export function assertRequired(records: readonly PluginRecord[]): void {
  const broken = records.find((record) => record.candidate.required && record.state !== 'running')
  if (!broken) return
  const sentence = `the required plugin ${broken.candidate.id} ${broken.state}: ${broken.reason}`
  // What it refuses, such as a newer database, it refuses at the next start as well.
  throw broken.state === 'refused' ? new PermanentError(sentence) : new BootError(sentence)
}
