/** An inline element. */
export type Inline =
  | { readonly kind: 'text' | 'code'; readonly text: string }
  | { readonly kind: 'bold' | 'italic'; readonly parts: readonly Inline[] }
  | { readonly kind: 'link'; readonly to: string; readonly parts: readonly Inline[] }

const maxDepth = 6
const marks = [
  ['**', 'bold'],
  ['__', 'bold'],
  ['*', 'italic'],
  ['_', 'italic'],
] as const
const isWord = (char: string | undefined) => char !== undefined && /[\p{L}\p{N}]/u.test(char)

/** The URL of a link, if its protocol is allowed. */
export function safeLink(input: string): string | undefined {
  const text = input.trim()
  if (!/^(?:https?:\/\/|mailto:)[^\s\\]+$/i.test(text)) return undefined
  try {
    const { protocol, href } = new URL(text)
    return ['http:', 'https:', 'mailto:'].includes(protocol) ? href : undefined
  } catch {
    return undefined
  }
}

interface Match {
  readonly part: Inline
  readonly end: number
}

/** Parses a line in linear time. Unclosed marks are plain text. */
export function parseInline(line: string, depth = 0): Inline[] {
  if (depth >= maxDepth) return line === '' ? [] : [{ kind: 'text', text: line }]
  // Marks are searched from left to right: once a mark is not found, it will not be found later either.
  const missingMarks = new Set<string>()
  const find = (mark: string, from: number): number => {
    if (missingMarks.has(mark)) return -1
    const at = line.indexOf(mark, from)
    if (at < 0) missingMarks.add(mark)
    return at
  }

  const code = (at: number): Match | undefined => {
    const end = find('`', at + 1)
    return end > at + 1 ? { part: { kind: 'code', text: line.slice(at + 1, end) }, end: end + 1 } : undefined
  }
  const link = (at: number): Match | undefined => {
    const middle = find('](', at + 1)
    const end = middle < 0 ? -1 : find(')', middle + 2)
    if (end < 0 || middle === at + 1) return undefined
    const to = safeLink(line.slice(middle + 2, end))
    if (to === undefined) return undefined
    return { part: { kind: 'link', to, parts: parseInline(line.slice(at + 1, middle), depth + 1) }, end: end + 1 }
  }
  const emphasis = (at: number): Match | undefined => {
    for (const [mark, kind] of marks) {
      if (!line.startsWith(mark, at)) continue
      const start = at + mark.length
      // Not emphasis if followed by a space, or for an underscore within a word.
      if (line[start] === undefined || line[start] === ' ' || (mark[0] === '_' && isWord(line[at - 1]))) continue
      const end = find(mark, start + 1)
      if (end < 0 || line[end - 1] === ' ') continue
      return { part: { kind, parts: parseInline(line.slice(start, end), depth + 1) }, end: end + mark.length }
    }
    return undefined
  }

  const parts: Inline[] = []
  let text = ''
  const flush = () => {
    if (text !== '') parts.push({ kind: 'text', text })
    text = ''
  }
  for (let at = 0; at < line.length; ) {
    const char = line[at] ?? ''
    if (char === '\\' && /[\\`*_[\]()#+.!-]/.test(line[at + 1] ?? '')) {
      text += line[at + 1]
      at += 2
      continue
    }
    const match =
      char === '`' ? code(at) : char === '[' ? link(at) : char === '*' || char === '_' ? emphasis(at) : undefined
    if (match) {
      flush()
      parts.push(match.part)
      at = match.end
    } else {
      text += char
      at += 1
    }
  }
  flush()
  return parts
}
