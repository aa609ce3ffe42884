/**
 * What to say for sentences of the server, by the sentence. Parts that differ have names, as in
 * `there can be at most {{most}} dashboards`; `{{reason}}` is a sentence itself.
 */
export type ServerMessages = Readonly<Record<string, string>>

interface Pattern {
  readonly form: RegExp
  readonly names: readonly string[]
  /** how much of it is fixed */
  readonly weight: number
  readonly text: string
}

const placeholder = /\{\{(\w+)\}\}/g
/** Names and lists in a sentence are bounded, so what is longer is none of ours. */
const longest = 2000
/** Reasons within reasons. */
const deepest = 3

const literally = (text: string) => text.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&')

function patternOf(sentence: string, text: string): Pattern {
  // every second part is a name
  const parts = sentence.split(placeholder)
  const fixed = parts.filter((_, index) => index % 2 === 0)
  return {
    form: new RegExp(`^${fixed.map(literally).join('(.+?)')}$`, 's'),
    names: parts.filter((_, index) => index % 2 === 1),
    weight: fixed.join('').length,
    text,
  }
}

const compiled = new WeakMap<ServerMessages, readonly Pattern[]>()

/** The patterns with the most words first: what is fixed says more than what may be anything. */
function patternsOf(refusals: ServerMessages): readonly Pattern[] {
  const known = compiled.get(refusals)
  if (known) return known
  const patterns = Object.entries(refusals)
    .filter(([sentence]) => sentence.includes('{{'))
    .map(([sentence, text]) => patternOf(sentence, text))
    .sort((a, b) => b.weight - a.weight)
  compiled.set(refusals, patterns)
  return patterns
}

function said(sentence: string, refusals: ServerMessages, reasonOf: (reason: string) => string): string | undefined {
  if (Object.hasOwn(refusals, sentence)) return refusals[sentence]
  for (const { form, names, text } of patternsOf(refusals)) {
    const [, ...values] = form.exec(sentence) ?? []
    if (values.length === 0) continue
    const found = new Map(names.map((name, index) => [name, values[index] ?? '']))
    return text.replace(placeholder, (_, name: string) => {
      const value = found.get(name) ?? ''
      return name === 'reason' ? reasonOf(value) : value
    })
  }
  return undefined
}

/** The text for a sentence of the server, from the first of `speakers` that has one; the sentence itself otherwise. */
export function translateServerMessage(sentence: string, speakers: readonly ServerMessages[], depth = 0): string {
  if (sentence.length > longest || depth > deepest) return sentence
  for (const refusals of speakers) {
    const text = said(sentence, refusals, (reason) => translateServerMessage(reason, speakers, depth + 1))
    if (text !== undefined) return text
  }
  return sentence
}
