import { secretMask } from '@svc/protocol'
import { type Json, objectOf } from './json.ts'

const secretName =
  /pass(word|wd|phrase)?|secret|token|api[-_.]?key|private[-_.]?key|access[-_.]?key|credential|auth(?!or)/i
/** Names in a text are at most this long, so that a search takes time in proportion to the text. */
const rest = '[\\w.-]{0,64}'
/** `--password=x`, `PASSWORD=x` */
const assignment = new RegExp(`((?:${secretName.source})${rest}=)("[^"]*"|'[^']*'|[^\\s"']+)`, 'gi')
/** `--password x` in a text, and the flag as a word of its own */
const flag = new RegExp(`((?:^|\\s)-${rest}(?:${secretName.source})${rest}\\s+)(?!-)(\\S+)`, 'gi')
const secretFlag = new RegExp(`^-${rest}(?:${secretName.source})${rest}$`, 'i')
/** `scheme://user:password@host` */
const urlPassword = /(\b[a-z][a-z0-9+.-]{0,20}:\/\/[^\s/:@]{0,256}:)[^\s/@]{1,1024}(?=@)/gi
/** A longer text is cut, so that a container fits into a frame. */
const maxTextLength = 16 * 1024

const isSecret = (name: string) => secretName.test(name)

function maskText(text: string): string {
  const cut = text.length > maxTextLength ? `${text.slice(0, maxTextLength)}…` : text
  return cut.replace(urlPassword, `$1${secretMask}`).replace(assignment, `$1${secretMask}`)
}

/** A command: a flag may be followed by its value, in the same word or in the next one. */
function maskWords(words: readonly unknown[]): unknown[] {
  return words.map((word, index) => {
    if (typeof word !== 'string') return mask(word)
    const before = words[index - 1]
    if (typeof before === 'string' && secretFlag.test(before) && !word.startsWith('-')) return secretMask
    return maskText(word).replace(flag, `$1${secretMask}`)
  })
}

const maskVariable = (variable: unknown) =>
  typeof variable === 'string' ? variable.replace(/^([^=]*)=.+$/s, `$1=${secretMask}`) : secretMask

function maskMember(name: string, value: unknown): unknown {
  if (name === 'Env') return Array.isArray(value) ? value.map(maskVariable) : secretMask
  if (typeof value === 'string' && value !== '' && isSecret(name)) return secretMask
  return mask(value)
}

function mask(value: unknown): unknown {
  if (typeof value === 'string') return maskText(value)
  if (Array.isArray(value)) return maskWords(value)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, maskMember(name, member)]))
}

/**
 * What the daemon says of a container, without the values of environment variables, and without values of labels, options
 * and arguments whose names look like those of secrets.
 */
export const maskInspected = (inspected: Json): Record<string, unknown> => ({ ...objectOf(mask(inspected)) })

/** Labels or attributes, without values that look like secrets. */
export const maskLabels = (labels: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(labels).map(([name, text]) => [name, isSecret(name) && text ? secretMask : maskText(text)]),
  )
