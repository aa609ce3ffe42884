import {
  closestMatch,
  didYouMean,
  evaluate,
  type Fragment,
  mergeFragments,
  redactedSlice,
  type Source,
  unknownKeys,
  wrapConfigErrors,
} from '@svc/config'
import type { Logger } from '@svc/plugin-sdk'
import { PermanentError } from '../boot-error.ts'
import { exclude, isLoaded, type PluginRecord } from '../candidate.ts'
import { kernelFragment } from './kernel-config.ts'

interface Options {
  readonly sources: readonly Source[]
  /** `plugins.disabled` */
  readonly disabled: readonly string[]
  readonly log: Pick<Logger, 'warn' | 'debug'>
  /** refuse a plugin with an invalid value instead of stopping, unless it is required */
  readonly refuseInvalid: boolean
}

/** What the kernel and the loaded plugins declare. */
export const fragmentsOf = (records: readonly PluginRecord[]): readonly Fragment[] => [
  kernelFragment,
  ...records.filter(isLoaded).map(({ candidate, definition }) => ({
    owner: candidate.id,
    schema: definition.config,
    prefix: candidate.bundled ? [] : ['plugins', candidate.id],
  })),
]

/** The configuration of every loaded plugin. Throws with a line for each invalid value. */
export function pluginConfigs(records: readonly PluginRecord[], options: Options): ReadonlyMap<string, object> {
  const { sources, disabled, log, refuseInvalid } = options
  const loaded = records.filter(isLoaded)
  const leaves = wrapConfigErrors(PermanentError, () => mergeFragments(fragmentsOf(records)))
  const installed = records.map((record) => record.candidate.id)
  for (const id of disabled.filter((each) => !installed.includes(each))) {
    log.warn(`plugins.disabled names ${id}, which is not installed${didYouMean(closestMatch(id, installed))}`)
  }
  const notLoaded = records.filter((record) => !record.definition).map((record) => record.candidate.id)
  const tables = notLoaded.map((id) => `plugins.${id}`)
  for (const sentence of unknownKeys(leaves, sources, { plugins: notLoaded, tables })) log.warn(sentence)
  const slices = new Map<string, object>()
  const invalid: string[] = []
  for (const record of loaded) {
    const own = leaves.filter((leaf) => leaf.owner === record.candidate.id)
    const { slice, errors } = evaluate(own, sources)
    if (errors.length > 0 && refuseInvalid && !record.candidate.required) exclude(record, 'refused', errors.join('; '))
    else invalid.push(...errors)
    slices.set(record.candidate.id, slice)
    log.debug({ plugin: record.candidate.id, config: redactedSlice(own, slice) }, 'configuration')
  }
  if (invalid.length > 0) throw new PermanentError(invalid.join('\n'))
  return slices
}
