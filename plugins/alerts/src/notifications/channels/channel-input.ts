import { invalid, type Registry } from '@svc/plugin-sdk'
import type { ChannelType } from '../../contract.ts'
import { type Config, restoreSecrets } from './config-secrets.ts'

interface StoredChannel {
  readonly type: ChannelType | undefined
  readonly config: Config | undefined
}

export function requireType(types: Registry<ChannelType>, name: string): ChannelType {
  const type = types.get(name)
  if (!type) {
    const names = types.all().map((one) => one.type)
    throw invalid('notify_type', `must be one of ${names.join(', ')}`)
  }
  return type
}

/** Parses a configuration and fills in the stored secrets; throws 422 when it is invalid. */
export function parseChannelConfig(type: ChannelType, input: Config, existing?: StoredChannel): Config {
  // Secrets of another type are not compatible.
  const stored = existing?.type?.type === type.type ? (existing.config ?? {}) : {}
  const { config, restored } = restoreSecrets(type, input, stored)
  const parsed = type.parse(config)
  const [first] = restored
  if (first !== undefined && type.destination?.(parsed) !== type.destination?.(stored)) {
    throw invalid(`config_json.${first}`, 'must be entered again because the destination changed')
  }
  return parsed
}
