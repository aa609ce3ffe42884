import {
  closestMatch,
  didYouMean,
  evaluate,
  mergeFragments,
  redactedSlice,
  type Source,
  unknownKeys,
  wrapConfigErrors,
} from '@svc/config'
import type { Logger } from '@svc/plugin-sdk'
import { BootError, InvalidConfig } from '../boot-error.ts'
import { exclude, isLoaded, type PluginRecord } from '../candidate.ts'
import { kernelFragment } from './kernel-config.ts'

/**
 * The configuration of every loaded plugin. A plugin with an invalid value is refused; a required one stops the program,
 * which cannot run without it.
 */
export function pluginConfigs(
  records: readonly PluginRecord[],
  sources: readonly Source[],
  disabled: readonly string[],
  log: Logger,
): ReadonlyMap<string, object> {
  const loaded = records.filter(isLoaded)
  const fragments = loaded.map(({ candidate, definition }) => ({
    owner: candidate.id,
    schema: definition.config,
    prefix: candidate.bundled ? [] : ['plugins', candidate.id],
  }))
  const leaves = wrapConfigErrors(BootError, () => mergeFragments([kernelFragment, ...fragments]))
  const installed = records.map((record) => record.candidate.id)
  for (const id of disabled.filter((each) => !installed.includes(each))) {
    log.warn(`plugins.disabled names ${id}, which is not installed${didYouMean(closestMatch(id, installed))}`)
  }
  const notLoaded = records.filter((record) => !record.definition).map((record) => record.candidate.id)
  const tables = notLoaded.map((id) => `plugins.${id}`)
  for (const sentence of unknownKeys(leaves, sources, { plugins: notLoaded, tables })) log.warn(sentence)
  const slices = new Map<string, object>()
  for (const record of loaded) {
    const own = leaves.filter((leaf) => leaf.owner === record.candidate.id)
    const { slice, errors } = evaluate(own, sources)
    const [error] = errors
    if (error && record.candidate.required) throw new InvalidConfig(error)
    if (error) exclude(record, 'refused', errors.join('; '))
    slices.set(record.candidate.id, slice)
    log.debug({ plugin: record.candidate.id, config: redactedSlice(own, slice) }, 'configuration')
  }
  return slices
}
