import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parse, TomlError } from 'smol-toml'
import { ConfigFault } from './fault.ts'

/** A place that configuration comes from; later ones override earlier ones. */
export type Source =
  | { readonly kind: 'file'; readonly name: string; readonly table: Readonly<Record<string, unknown>> }
  | { readonly kind: 'env'; readonly vars: Readonly<Record<string, string>> }

export interface SourceOptions {
  readonly program: 'server' | 'agent'
  /** `--config`: replaces both files and must exist */
  readonly only?: string | undefined
  readonly cwd: string
  readonly env: NodeJS.ProcessEnv
}

/** The parser's message without what it quotes: the line may be the one with the token. */
function syntaxFault(file: string, error: unknown): ConfigFault {
  if (!(error instanceof TomlError)) return new ConfigFault(`${file} is not valid TOML`)
  const rule = error.message.split('\n')[0]?.replace(/^Invalid TOML document: /, '')
  return new ConfigFault(`${file} is not valid TOML at line ${error.line}, column ${error.column}: ${rule}`)
}

function readFile(file: string, isRequired: boolean): Source[] {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if (!isRequired && (error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw new ConfigFault(`the configuration file ${file} cannot be read: ${(error as Error).message}`)
  }
  try {
    return [{ kind: 'file', name: file, table: parse(text) }]
  } catch (error) {
    throw syntaxFault(file, error)
  }
}

/** Reads `/etc/svc/<program>.toml`, then `<program>.toml` in the working directory, then the environment. */
export function readSources({ program, only, cwd, env }: SourceOptions): Source[] {
  const usual = new Set([`/etc/svc/${program}.toml`, join(cwd, `${program}.toml`)])
  const files = only === undefined ? [...usual] : [resolve(cwd, only)]
  const vars: Record<string, string> = Object.create(null)
  for (const [name, value] of Object.entries(env)) {
    if (name.startsWith('SVC_') && value !== undefined) vars[name] = value
  }
  return [...files.flatMap((file) => readFile(file, only !== undefined)), { kind: 'env', vars }]
}
