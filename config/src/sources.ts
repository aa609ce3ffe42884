import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parse, TomlError } from 'smol-toml'
import { ConfigError } from './config-error.ts'
import { folders } from './system-folders.ts'

/** A configuration source; later sources override earlier ones. */
export type Source =
  | { readonly kind: 'file'; readonly name: string; readonly table: Readonly<Record<string, unknown>> }
  | { readonly kind: 'env'; readonly vars: Readonly<Record<string, string>> }

export interface SourceOptions {
  readonly program: 'server' | 'agent'
  /** `--config`: replaces both default files and must exist */
  readonly configFile?: string | undefined
  readonly cwd: string
  readonly env: NodeJS.ProcessEnv
}

/** The parser's message without the line it quotes, which may be the one with the token. */
function syntaxError(file: string, error: unknown): ConfigError {
  if (!(error instanceof TomlError)) return new ConfigError(`${file} is not valid TOML`)
  const rule = error.message.split('\n')[0]?.replace(/^Invalid TOML document: /, '')
  return new ConfigError(`${file} is not valid TOML at line ${error.line}, column ${error.column}: ${rule}`)
}

function readFile(file: string, isRequired: boolean): Source[] {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if (!isRequired && (error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw new ConfigError(`cannot read the configuration file ${file}: ${(error as Error).message}`)
  }
  try {
    return [{ kind: 'file', name: file, table: parse(text) }]
  } catch (error) {
    throw syntaxError(file, error)
  }
}

/** Reads the file of the system (`/etc/svc/<program>.toml` on Linux), then `<program>.toml` in the working directory, then the environment. */
export function readSources({ program, configFile, cwd, env }: SourceOptions): Source[] {
  const defaultFiles = new Set([folders.configFile(program), join(cwd, `${program}.toml`)])
  const files = configFile === undefined ? [...defaultFiles] : [resolve(cwd, configFile)]
  const vars: Record<string, string> = Object.create(null)
  for (const [name, value] of Object.entries(env)) {
    if (name.startsWith('SVC_') && value !== undefined) vars[name] = value
  }
  return [...files.flatMap((file) => readFile(file, configFile !== undefined)), { kind: 'env', vars }]
}
