import type { Registry } from '@svc/plugin-sdk'
import type { Secrets } from '@svc/plugin-system/contract'
import type { ChannelType } from '../../contract.ts'
import type { ChannelRow } from './channels-store.ts'
import { type Config, joinSecrets, splitSecrets } from './config-secrets.ts'

type Stored = Pick<ChannelRow, 'id' | 'config_json' | 'sealed_secrets'>

const purposeOf = (id: string) => `alerts.channel:${id}`

/** Reads and writes channel configurations: open members as JSON, secrets encrypted for this one channel. */
export function storedConfigs({ secrets, types }: { secrets: Secrets; types: Pick<Registry<ChannelType>, 'get'> }) {
  return {
    typeOf: (name: string) => types.get(name),

    /** Undefined when the secrets cannot be decrypted because they are from another installation. */
    read({ id, config_json, sealed_secrets }: Stored): Config | undefined {
      const open = JSON.parse(config_json) as Config
      if (sealed_secrets === null) return open
      const hidden = secrets.open(purposeOf(id), sealed_secrets)
      return hidden === undefined ? undefined : joinSecrets(open, JSON.parse(hidden) as Config)
    },

    write(id: string, type: ChannelType, config: Config): Stored {
      const { open, hidden } = splitSecrets(type, config)
      const sealed = Object.keys(hidden).length > 0 ? secrets.seal(purposeOf(id), JSON.stringify(hidden)) : null
      return { id, config_json: JSON.stringify(open), sealed_secrets: sealed }
    },
  }
}
export type StoredConfigs = ReturnType<typeof storedConfigs>
