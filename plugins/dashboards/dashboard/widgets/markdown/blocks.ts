import { type Inline, parseInline } from './inline.js'

/** An entry of a list; `depth` counts what it is indented by. */
export interface ListEntry {
  readonly depth: number
  readonly parts: readonly Inline[]
}

/** A part of a text that stands for itself. */
export type Block =
  | { readonly kind: 'heading'; readonly level: 1 | 2 | 3; readonly parts: readonly Inline[] }
  | { readonly kind: 'list'; readonly isOrdered: boolean; readonly entries: readonly ListEntry[] }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'paragraph'; readonly lines: readonly (readonly Inline[])[] }

const heading = /^(#{1,3}) (.*)$/
const entry = /^( {0,12})(?:([-*+])|(\d{1,9})[.)]) (.*)$/
const fence = /^ {0,3}```/
const fenceEnd = /^ {0,3}``` *$/

/** Takes a text in the safe subset of Markdown apart: headings 1 to 3, lists, code, paragraphs. HTML is text. */
export function parseBlocks(source: string): Block[] {
  const lines = source.replaceAll('\t', '  ').split(/\r\n|\r|\n/)
  const blocks: Block[] = []
  let at = 0

  const takeCode = (): Block => {
    const start = ++at
    while (at < lines.length && !fenceEnd.test(lines[at] ?? '')) at++
    return { kind: 'code', text: lines.slice(start, at++).join('\n') }
  }
  const takeList = (isOrdered: boolean): Block => {
    const entries: ListEntry[] = []
    for (; at < lines.length; at++) {
      const match = entry.exec(lines[at] ?? '')
      if (!match || (match[3] !== undefined) !== isOrdered) break
      entries.push({ depth: Math.min(3, (match[1] ?? '').length >> 1), parts: parseInline(match[4] ?? '') })
    }
    return { kind: 'list', isOrdered, entries }
  }
  const takeParagraph = (): Block => {
    const own: Inline[][] = []
    for (; at < lines.length; at++) {
      const line = lines[at] ?? ''
      if (line.trim() === '' || heading.test(line) || entry.test(line) || fence.test(line)) break
      own.push(parseInline(line.trim()))
    }
    return { kind: 'paragraph', lines: own }
  }

  while (at < lines.length) {
    const line = lines[at] ?? ''
    if (line.trim() === '') {
      at++
      continue
    }
    const title = heading.exec(line)
    if (title) {
      at++
      const level = (title[1] ?? '').length as 1 | 2 | 3
      blocks.push({ kind: 'heading', level, parts: parseInline((title[2] ?? '').trim()) })
    } else if (fence.test(line)) blocks.push(takeCode())
    else {
      const match = entry.exec(line)
      blocks.push(match ? takeList(match[3] !== undefined) : takeParagraph())
    }
  }
  return blocks
}
