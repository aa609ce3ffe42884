import { randomBytes } from 'node:crypto'
import { readFile, realpath } from 'node:fs/promises'
import { isDeepStrictEqual } from 'node:util'
import { parse } from 'smol-toml'
import { type DiskSteps, disk, writeDurably } from './durable-write.ts'
import { Refusal, reasonOf } from './refusal.ts'

/** 256 random bits in 43 characters that fit a header and a TOML string. */
export const generateToken = (): string => randomBytes(32).toString('base64url')

const byteOrderMark = '\uFEFF'
const emptyToken = /^([ \t]*(?:token|"token"|'token')[ \t]*=[ \t]*)(?:""|'')(?=[ \t]*(?:#.*)?\r?$)/m

/** Undefined when it is no TOML; the parser's error quotes lines that may hold secrets, so it is not passed on. */
function meaningOf(toml: string): Record<string, unknown> | undefined {
  try {
    return parse(toml)
  } catch {
    return undefined
  }
}

/**
 * The text of a configuration file with the top-level key `token` added or filled; everything else stays as it is,
 * byte for byte. Throws when the text cannot be edited without changing its meaning.
 */
export function withToken(text: string, token: string): string {
  const table = text.search(/^[ \t]*\[/m)
  const head = table === -1 ? text : text.slice(0, table)
  const lineEnd = /\r\n/.test(text) ? '\r\n' : '\n'
  const mark = text.startsWith(byteOrderMark) ? byteOrderMark : ''
  const edited = emptyToken.test(head)
    ? head.replace(emptyToken, `$1"${token}"`) + text.slice(head.length)
    : `${mark}token = "${token}"${lineEnd}${text.slice(mark.length)}`
  // A look-alike line inside a multi-line string would be edited too: compare the meaning before anything is written.
  if (!isDeepStrictEqual(meaningOf(edited), Object.assign(meaningOf(text) ?? {}, { token }))) {
    throw new Error('the key token cannot be added without changing other keys')
  }
  return edited
}

async function realPathOf(path: string): Promise<string> {
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

/** Stores the run token in the configuration file, durably: only after this may it be shown to the server. */
export async function storeToken(path: string, token: string, steps: DiskSteps = disk): Promise<void> {
  try {
    // Renaming over a link would leave the file it points to without the token.
    const target = await realPathOf(path)
    await writeDurably(target, withToken(await readText(target), token), steps)
  } catch (error) {
    throw new Refusal(`the run token cannot be stored in ${path}: ${reasonOf(error)}`)
  }
}
