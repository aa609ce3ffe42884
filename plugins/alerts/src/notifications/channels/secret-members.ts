import { invalid } from '@svc/plugin-sdk'
import { secretMask } from '@svc/protocol'
import type { ChannelType } from '../../contract.ts'

export type Config = Readonly<Record<string, unknown>>
type SecretsOf = Pick<ChannelType, 'secrets' | 'hints'>

const isMap = (value: unknown): value is Config => typeof value === 'object' && value !== null && !Array.isArray(value)

const at = (config: Config, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((value, name) => (isMap(value) && Object.hasOwn(value, name) ? value[name] : undefined), config)

/** A copy with `value` at `path`; undefined takes the member out. */
function withMember(config: Config, path: string, value: unknown): Config {
  const [name = '', ...deeper] = path.split('.')
  const below = config[name]
  const member = deeper.length === 0 ? value : withMember(isMap(below) ? below : {}, deeper.join('.'), value)
  const rest = Object.entries(config).filter(([other]) => other !== name)
  return Object.fromEntries(member === undefined ? rest : [...rest, [name, member]])
}

/** A copy of a secret, which may be a map of secrets, with every text replaced. */
function eachText(secret: unknown, replace: (text: string) => unknown): unknown {
  if (isMap(secret))
    return Object.fromEntries(Object.entries(secret).map(([name, value]) => [name, eachText(value, replace)]))
  return secret === undefined || secret === null ? secret : replace(String(secret))
}

/** A configuration apart from its secrets, which are by path. */
export function takeApart({ secrets }: SecretsOf, config: Config): { open: Config; hidden: Config } {
  const found = secrets.map((path) => [path, at(config, path)] as const).filter(([, value]) => value !== undefined)
  return {
    open: found.reduce((rest, [path]) => withMember(rest, path, undefined), config),
    hidden: Object.fromEntries(found),
  }
}

export const putTogether = (open: Config, hidden: Config): Config =>
  Object.entries(hidden).reduce((config, [path, value]) => withMember(config, path, value), open)

const maskOf = ({ hints }: SecretsOf, path: string, secret: string) => `${hints?.[path]?.(secret) ?? ''}${secretMask}`

/** As it may be shown. */
export const masked = (type: SecretsOf, config: Config): Config =>
  type.secrets.reduce((shown, path) => {
    const secret = at(config, path)
    return secret === undefined
      ? shown
      : withMember(
          shown,
          path,
          eachText(secret, (text) => maskOf(type, path, text)),
        )
  }, config)

/** Every secret text, without what may be seen of it. */
export function secretTexts(type: SecretsOf, config: Config): string[] {
  const texts: string[] = []
  for (const path of type.secrets) {
    eachText(at(config, path), (text) => {
      const seen = type.hints?.[path]?.(text) ?? ''
      texts.push(text.startsWith(seen) ? text.slice(seen.length) : text)
    })
  }
  return texts
}

/**
 * What an update means: secrets that are left out or sent as their mask stay. `kept` names those; it tells what must not
 * go somewhere else.
 */
export function completeWith(
  type: SecretsOf,
  given: Config,
  stored: Config,
): { config: Config; kept: readonly string[] } {
  const kept: string[] = []
  const resolve = (path: string, field: string, now: unknown, before: unknown): unknown => {
    // maps are one level deep; what is deeper is for the type to refuse
    if (isMap(now) && field === path) {
      const members = isMap(before) ? before : {}
      return Object.fromEntries(
        Object.entries(now).map(([name, value]) => [
          name,
          resolve(path, `${field}.${name}`, value, Object.hasOwn(members, name) ? members[name] : undefined),
        ]),
      )
    }
    if (typeof now !== 'string' || !now.includes(secretMask)) return now
    const isMask = now === secretMask || (typeof before === 'string' && now === maskOf(type, path, before))
    if (!isMask) throw invalid(`config_json.${field}`, 'must be entered again in full')
    if (typeof before !== 'string') throw invalid(`config_json.${field}`, 'is masked, but no value is stored; enter it')
    kept.push(field)
    return before
  }
  const config = type.secrets.reduce((config, path) => {
    const [now, before] = [at(given, path), at(stored, path)]
    if (now !== undefined) return withMember(config, path, resolve(path, path, now, before))
    if (before === undefined) return config
    eachText(before, () => kept.push(path))
    return withMember(config, path, before)
  }, given)
  return { config, kept }
}
