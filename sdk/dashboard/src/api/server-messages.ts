/**
 * Translations of server messages, keyed by the English message. Variable parts are named, as in
 * `there can be at most {{most}} dashboards`; `{{reason}}` is a message itself and is translated too.
 */
export type ServerMessages = Readonly<Record<string, string>>

interface Pattern {
  readonly form: RegExp
  readonly names: readonly string[]
  /** number of literal characters */
  readonly weight: number
  readonly text: string
}

const placeholder = /\{\{(\w+)\}\}/g
/** Our messages are shorter than this; matching longer ones would only cost time. */
const maxLength = 2000
/** Nested reasons. */
const maxDepth = 3

const escapeRegExp = (text: string) => text.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&')

function patternOf(sentence: string, text: string): Pattern {
  // split() with a capture group alternates literals and names
  const parts = sentence.split(placeholder)
  const literals = parts.filter((_, index) => index % 2 === 0)
  return {
    form: new RegExp(`^${literals.map(escapeRegExp).join('(.+?)')}$`, 's'),
    names: parts.filter((_, index) => index % 2 === 1),
    weight: literals.join('').length,
    text,
  }
}

const compiled = new WeakMap<ServerMessages, readonly Pattern[]>()

/** Patterns sorted by the number of literal characters: the most specific one wins. */
function patternsOf(messages: ServerMessages): readonly Pattern[] {
  const cached = compiled.get(messages)
  if (cached) return cached
  const patterns = Object.entries(messages)
    .filter(([sentence]) => sentence.includes('{{'))
    .map(([sentence, text]) => patternOf(sentence, text))
    .sort((a, b) => b.weight - a.weight)
  compiled.set(messages, patterns)
  return patterns
}

function translate(
  sentence: string,
  messages: ServerMessages,
  translateReason: (reason: string) => string,
): string | undefined {
  if (Object.hasOwn(messages, sentence)) return messages[sentence]
  for (const { form, names, text } of patternsOf(messages)) {
    const [, ...values] = form.exec(sentence) ?? []
    if (values.length === 0) continue
    const valueByName = new Map(names.map((name, index) => [name, values[index] ?? '']))
    return text.replace(placeholder, (_, name: string) => {
      const value = valueByName.get(name) ?? ''
      return name === 'reason' ? translateReason(value) : value
    })
  }
  return undefined
}

/** Translates a server message by the first of `sources` that knows it; otherwise returns it unchanged. */
export function translateServerMessage(sentence: string, sources: readonly ServerMessages[], depth = 0): string {
  if (sentence.length > maxLength || depth > maxDepth) return sentence
  for (const messages of sources) {
    const text = translate(sentence, messages, (reason) => translateServerMessage(reason, sources, depth + 1))
    if (text !== undefined) return text
  }
  return sentence
}
