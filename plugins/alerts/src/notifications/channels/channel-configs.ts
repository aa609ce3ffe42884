import { invalid, type Registry } from '@svc/plugin-sdk'
import type { Secrets } from '@svc/plugin-system/contract'
import { secretMask } from '@svc/protocol'
import type { ChannelType } from '../../contract.ts'
import type { ChannelRow } from './channels-store.ts'

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

export type Config = Readonly<Record<string, unknown>>
type SecretFields = Pick<ChannelType, 'secrets' | 'hints'>

const isObject = (value: unknown): value is Config =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const getMember = (config: Config, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((value, name) => (isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined), config)

/** A copy with `value` at `path`; undefined removes the member. */
function withMember(config: Config, path: string, value: unknown): Config {
  const [name = '', ...deeper] = path.split('.')
  const child = config[name]
  const member = deeper.length === 0 ? value : withMember(isObject(child) ? child : {}, deeper.join('.'), value)
  const others = Object.entries(config).filter(([other]) => other !== name)
  return Object.fromEntries(member === undefined ? others : [...others, [name, member]])
}

/** A copy of a secret, which may be an object of secrets, with every text replaced. */
function mapTexts(secret: unknown, replace: (text: string) => unknown): unknown {
  if (isObject(secret)) {
    return Object.fromEntries(Object.entries(secret).map(([name, value]) => [name, mapTexts(value, replace)]))
  }
  return secret === undefined || secret === null ? secret : replace(String(secret))
}

/** Splits a configuration into its open members and its secrets by path. */
function splitSecrets({ secrets }: SecretFields, config: Config): { open: Config; hidden: Config } {
  const found = secrets
    .map((path) => [path, getMember(config, path)] as const)
    .filter(([, value]) => value !== undefined)
  return {
    open: found.reduce((rest, [path]) => withMember(rest, path, undefined), config),
    hidden: Object.fromEntries(found),
  }
}

/** Reverses `splitSecrets`. */
const joinSecrets = (open: Config, hidden: Config): Config =>
  Object.entries(hidden).reduce((config, [path, value]) => withMember(config, path, value), open)

const maskOf = ({ hints }: SecretFields, path: string, secret: string) =>
  `${hints?.[path]?.(secret) ?? ''}${secretMask}`

/** A copy that is safe to show. */
export const maskSecrets = (type: SecretFields, config: Config): Config =>
  type.secrets.reduce((masked, path) => {
    const secret = getMember(config, path)
    if (secret === undefined) return masked
    return withMember(
      masked,
      path,
      mapTexts(secret, (text) => maskOf(type, path, text)),
    )
  }, config)

/** All secret texts, without their visible prefixes. */
export function secretTexts(type: SecretFields, config: Config): string[] {
  const texts: string[] = []
  for (const path of type.secrets) {
    mapTexts(getMember(config, path), (text) => {
      const hint = type.hints?.[path]?.(text) ?? ''
      texts.push(text.startsWith(hint) ? text.slice(hint.length) : text)
    })
  }
  return texts
}

/**
 * Fills in stored secrets that an update leaves out or sends as their mask. `restored` lists them, because they must not be
 * sent to another destination.
 */
export function restoreSecrets(
  type: SecretFields,
  input: Config,
  stored: Config,
): { config: Config; restored: readonly string[] } {
  const restored: string[] = []
  const resolve = (path: string, field: string, value: unknown, storedValue: unknown): unknown => {
    // Objects of secrets are one level deep; parse() rejects deeper ones.
    if (isObject(value) && field === path) {
      const storedMembers = isObject(storedValue) ? storedValue : {}
      return Object.fromEntries(
        Object.entries(value).map(([name, member]) => {
          const storedMember = Object.hasOwn(storedMembers, name) ? storedMembers[name] : undefined
          return [name, resolve(path, `${field}.${name}`, member, storedMember)]
        }),
      )
    }
    if (typeof value !== 'string' || !value.includes(secretMask)) return value
    const isMask =
      value === secretMask || (typeof storedValue === 'string' && value === maskOf(type, path, storedValue))
    if (!isMask) throw invalid(`config_json.${field}`, 'alerts.ENTER_AGAIN_IN_FULL')
    if (typeof storedValue !== 'string') {
      throw invalid(`config_json.${field}`, 'alerts.MASK_WITHOUT_VALUE')
    }
    restored.push(field)
    return storedValue
  }
  const config = type.secrets.reduce((config, path) => {
    const value = getMember(input, path)
    const storedValue = getMember(stored, path)
    if (value !== undefined) return withMember(config, path, resolve(path, path, value, storedValue))
    if (storedValue === undefined) return config
    mapTexts(storedValue, () => restored.push(path))
    return withMember(config, path, storedValue)
  }, input)
  return { config, restored }
}
