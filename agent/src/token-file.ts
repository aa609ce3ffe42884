import { randomBytes } from 'node:crypto'
import { readFile, realpath } from 'node:fs/promises'
import { isDeepStrictEqual } from 'node:util'
import { parse } from 'smol-toml'
import { FatalError, reasonOf } from './fatal-error.ts'
import { type DiskSteps, disk, writeDurably } from './write-durably.ts'

/** 256 random bits as 43 characters that are valid in a header and in a TOML string. */
export const generateToken = (): string => randomBytes(32).toString('base64url')

const byteOrderMark = '\uFEFF'
const emptyToken = /^([ \t]*(?:token|"token"|'token')[ \t]*=[ \t]*)(?:""|'')(?=[ \t]*(?:#.*)?\r?$)/m

/** Undefined if it is not valid TOML. The parser's error is dropped because it quotes lines that may hold secrets. */
function parseToml(toml: string): Record<string, unknown> | undefined {
  try {
    return parse(toml)
  } catch {
    return undefined
  }
}

/**
 * Adds or fills the top-level key `token` of a configuration file and leaves everything else unchanged, byte for byte.
 * Throws if that would change other keys.
 */
export function withToken(text: string, token: string): string {
  const table = text.search(/^[ \t]*\[/m)
  const head = table === -1 ? text : text.slice(0, table)
  const lineEnd = /\r\n/.test(text) ? '\r\n' : '\n'
  const mark = text.startsWith(byteOrderMark) ? byteOrderMark : ''
  const edited = emptyToken.test(head)
    ? head.replace(emptyToken, `$1"${token}"`) + text.slice(head.length)
    : `${mark}token = "${token}"${lineEnd}${text.slice(mark.length)}`
  // The edited line might be inside a multi-line string, so compare the parsed result before writing.
  if (!isDeepStrictEqual(parseToml(edited), Object.assign(parseToml(text) ?? {}, { token }))) {
    throw new Error('cannot add the key token without changing other keys')
  }
  return edited
}

async function resolveLinks(path: string): Promise<string> {
  try {
    return await realpath(path)
  } catch {
    return path
  }
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw error
  }
}

/** Stores the run token in the configuration file. It must not be sent to the server before this has succeeded. */
export async function storeToken(path: string, token: string, steps: DiskSteps = disk): Promise<void> {
  try {
    // Follow symbolic links: replacing the link would leave its target without the token.
    const target = await resolveLinks(path)
    await writeDurably(target, withToken(await readText(target), token), steps)
  } catch (error) {
    throw new FatalError(`cannot store the run token in ${path}: ${reasonOf(error)}`)
  }
}
