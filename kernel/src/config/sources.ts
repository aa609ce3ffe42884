import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parse } from 'smol-toml'
import { ConfigError, reasonOf } from '../boot-error.js'

/** A place that configuration comes from; later ones override earlier ones. */
export type Source =
  | { readonly kind: 'file'; readonly name: string; readonly table: Readonly<Record<string, unknown>> }
  | { readonly kind: 'env'; readonly name: string; readonly vars: Readonly<Record<string, string>> }

function readFile(file: string): Source {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    throw new ConfigError(`the configuration file ${file} cannot be read: ${reasonOf(error)}`)
  }
  try {
    return { kind: 'file', name: file, table: parse(text) }
  } catch (error) {
    const [line = ''] = reasonOf(error).split('\n')
    const at = error as { line?: number; column?: number }
    throw new ConfigError(`${file} is not valid TOML at line ${at.line}, column ${at.column}: ${line}`)
  }
}

/**
 * Reads `/etc/svc/server.toml`, then `server.toml` in the working directory, then the environment. `only` replaces both
 * files.
 */
export function readSources(options: { only?: string | undefined; env: NodeJS.ProcessEnv }): Source[] {
  const files = options.only
    ? [resolve(options.only)]
    : ['/etc/svc/server.toml', resolve('server.toml')].filter((file) => existsSync(file))
  const vars: Record<string, string> = {}
  for (const [name, value] of Object.entries(options.env)) {
    if (name.startsWith('SVC_') && value !== undefined) vars[name] = value
  }
  return [...files.map(readFile), { kind: 'env', name: 'the environment', vars }]
}
