import { invalid, type Registry } from '@svc/plugin-sdk'
import type { ChannelType } from '../../contract.ts'
import { type Config, completeWith } from './secret-members.ts'

interface Before {
  readonly type: ChannelType | undefined
  readonly config: Config | undefined
}

export function demandType(types: Registry<ChannelType>, name: string): ChannelType {
  const type = types.get(name)
  const known = types.all().map((known) => known.type)
  if (!type) throw invalid('notify_type', `must be one of ${known.join(', ')}`)
  return type
}

/** A configuration as it was sent, completed with the secrets that stay; 422 when it breaks a rule of its type. */
export function readChannelConfig(type: ChannelType, given: Config, before?: Before): Config {
  // secrets of another type mean something else
  const stored = before?.type?.type === type.type ? (before.config ?? {}) : {}
  const { config, kept } = completeWith(type, given, stored)
  const parsed = type.parse(config)
  const [first] = kept
  if (first !== undefined && type.destination?.(parsed) !== type.destination?.(stored)) {
    throw invalid(`config_json.${first}`, 'must be entered again because the destination changed')
  }
  return parsed
}
