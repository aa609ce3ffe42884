import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parse, TomlError } from 'smol-toml'
import { Refusal, reasonOf } from './refusal.js'

/** The values of one source. A later layer overrides an earlier one. */
export interface Layer {
  /** names the source of `key` for a sentence: a file path, or the environment variable */
  sourceOf(key: string): string
  readonly values: Readonly<Record<string, unknown>>
  /** values are text and still have to be read as what the schema wants */
  readonly text: boolean
}

export interface Layers {
  readonly layers: readonly Layer[]
  /** where the run token is kept: the configuration file in use, existing or not */
  readonly tokenFile: string
}

const systemFile = '/etc/svc/agent.toml'
const prefix = 'SVC_'

function readToml(path: string, required: boolean): Layer | undefined {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if (!required && (error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new Refusal(`the configuration file ${path} cannot be read: ${reasonOf(error)}`)
  }
  try {
    return { sourceOf: () => path, values: parse(text), text: false }
  } catch (error) {
    if (!(error instanceof TomlError)) throw error
    // The parser's message quotes the line, which may be the one with the token.
    const rule = error.message.split('\n')[0]?.replace(/^Invalid TOML document: /, '')
    throw new Refusal(`${path} is not valid TOML: line ${error.line}, column ${error.column}: ${rule}`)
  }
}

/** `SVC_LOG__LEVEL=debug` becomes `{ log: { level: 'debug' } }`. */
function environmentLayer(env: NodeJS.ProcessEnv): Layer {
  const values: Record<string, unknown> = Object.create(null)
  for (const [name, value] of Object.entries(env)) {
    if (!name.startsWith(prefix) || value === undefined) continue
    const path = name.slice(prefix.length).toLowerCase().split('__')
    const last = path.pop()
    let table = values
    for (const part of path) {
      const next = table[part]
      const child = typeof next === 'object' && next !== null ? next : Object.create(null)
      table[part] = child
      table = child
    }
    if (last) table[last] = value
  }
  return { sourceOf: (key) => `environment variable ${environmentName(key)}`, values, text: true }
}

/** `log.level` is `SVC_LOG__LEVEL` in the environment. */
export const environmentName = (key: string): string => prefix + key.toUpperCase().split('.').join('__')

/** Reads every source in order. `file` (from `--config`) replaces both default files and must exist. */
export function readLayers(options: { env: NodeJS.ProcessEnv; cwd: string; file?: string | undefined }): Layers {
  const local = join(options.cwd, 'agent.toml')
  const fromEnvironment = environmentLayer(options.env)
  if (options.file !== undefined) {
    const path = resolve(options.cwd, options.file)
    const chosen = readToml(path, true)
    return { layers: chosen ? [chosen, fromEnvironment] : [fromEnvironment], tokenFile: path }
  }
  const systemWide = readToml(systemFile, false)
  const besides = readToml(local, false)
  const layers = [systemWide, besides, fromEnvironment].filter((layer) => layer !== undefined)
  return { layers, tokenFile: systemWide && !besides ? systemFile : local }
}
