import type { Secrets } from '@svc/plugin-system/contract'
import { secretMask } from '@svc/protocol'
import type { CheckType } from '../checks/check-type.ts'
import { configError } from '../checks/config-reader.ts'
import type { MonitorRow } from './monitors-store.ts'

type Config = Readonly<Record<string, unknown>>
type StoredConfig = Pick<MonitorRow, 'id' | 'config_json' | 'sealed'>

const purposeOf = (id: string) => `monitors.config:${id}`
const headersOf = ({ headers }: Config): Config => (headers ?? {}) as Config
const isEmpty = (value: unknown) =>
  value === undefined || (typeof value === 'object' && value !== null && Object.keys(value).length === 0)

/** Encrypts the configuration fields that may hold credentials, so that they are never stored in plain text. */
export function makeConfigEncryption(secrets: Secrets) {
  /** Undefined if they cannot be decrypted, for example with the key of another installation. */
  function decryptSecrets({ id, sealed }: StoredConfig): Config | undefined {
    if (sealed === null) return {}
    const text = secrets.open(purposeOf(id), sealed)
    return text === undefined ? undefined : (JSON.parse(text) as Config)
  }

  /** The stored password; only for the same host. */
  function passwordOf(before: StoredConfig | undefined, isSameHost: boolean): unknown {
    const stored = before && isSameHost ? decryptSecrets(before)?.password : undefined
    if (stored === undefined) throw configError('password', 'monitors.ENTER_AGAIN')
    return stored
  }

  return {
    /** Splits a configuration into its two columns. */
    encrypt(
      id: string,
      config: object,
      { secretFields }: Pick<CheckType, 'secretFields'>,
    ): Pick<MonitorRow, 'config_json' | 'sealed'> {
      const entries = Object.entries(config)
      const secretEntries = entries.filter(([name, value]) => secretFields.includes(name) && !isEmpty(value))
      const plainEntries = entries.filter(([name]) => !secretFields.includes(name))
      const sealed =
        secretEntries.length > 0 ? secrets.seal(purposeOf(id), JSON.stringify(Object.fromEntries(secretEntries))) : null
      return { config_json: JSON.stringify(Object.fromEntries(plainEntries)), sealed }
    },

    /** The whole configuration; undefined if its secrets cannot be decrypted. */
    decrypt(row: StoredConfig): Config | undefined {
      const secretPart = decryptSecrets(row)
      return secretPart && { ...(JSON.parse(row.config_json) as Config), ...secretPart }
    },

    /** The configuration to show: admins see header values masked, members see no secret fields. */
    redacted(row: StoredConfig, isAdmin: boolean): Config {
      const plainPart = JSON.parse(row.config_json) as Config
      const secretPart = isAdmin ? decryptSecrets(row) : undefined
      if (!secretPart) return plainPart
      const maskedHeaders = Object.fromEntries(Object.keys(headersOf(secretPart)).map((name) => [name, secretMask]))
      return {
        ...plainPart,
        ...secretPart,
        ...(secretPart.headers !== undefined && { headers: maskedHeaders }),
        ...(secretPart.password !== undefined && { password: secretMask }),
      }
    },

    /**
     * Replaces masked values with the stored ones. Only for the same host: otherwise somebody who may not read
     * a value could have it sent to a server of their own.
     */
    unmask(given: Config, before: StoredConfig | undefined, isSameHost: boolean): Config {
      const { headers } = given
      const config = given.password === secretMask ? { ...given, password: passwordOf(before, isSameHost) } : given
      if (typeof headers !== 'object' || headers === null || Array.isArray(headers)) return config
      const stored = before && isSameHost ? headersOf(decryptSecrets(before) ?? {}) : {}
      const unmasked = Object.entries(headers).map(([name, value]) => {
        if (value !== secretMask) return [name, value]
        if (!Object.hasOwn(stored, name)) throw configError(`headers.${name.slice(0, 64)}`, 'monitors.ENTER_AGAIN')
        return [name, stored[name]]
      })
      return { ...config, headers: Object.fromEntries(unmasked) }
    },
  }
}
export type ConfigEncryption = ReturnType<typeof makeConfigEncryption>
