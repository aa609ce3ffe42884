import { type Inline, parseInline } from './inline.ts'

/** A list entry with its nested lists. */
export interface ListEntry {
  readonly parts: readonly Inline[]
  readonly lists: readonly List[]
}

export interface List {
  readonly kind: 'list'
  readonly isOrdered: boolean
  /** number of its first entry */
  readonly start: number
  readonly entries: readonly ListEntry[]
}

/** A block element. */
export type Block =
  | { readonly kind: 'heading'; readonly level: 1 | 2 | 3; readonly parts: readonly Inline[] }
  | List
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'paragraph'; readonly lines: readonly (readonly Inline[])[] }

const heading = /^(#{1,3}) (.*)$/
const entry = /^( {0,12})(?:([-*+])|(\d{1,9})[.)]) (.*)$/
const continued = /^ {2,}\S/
/** Entries indented further are added to the innermost list. */
const maxListDepth = 3
const fence = /^ {0,3}```/
const fenceEnd = /^ {0,3}``` *$/

interface Item {
  readonly indent: number
  /** undefined for a bullet */
  readonly number: number | undefined
  readonly text: string
}

/** Groups consecutive items into lists. Items that are indented further belong to the item above. */
function listsOf(items: readonly Item[], depth = 0): List[] {
  const lists: (List & { readonly entries: ListEntry[] })[] = []
  for (let index = 0; index < items.length; ) {
    const { indent, number, text } = items[index] as Item
    let end = index + 1
    while (depth < maxListDepth && (items[end]?.indent ?? 0) >= indent + 2) end++
    const entry = { parts: parseInline(text), lists: listsOf(items.slice(index + 1, end), depth + 1) }
    const isOrdered = number !== undefined
    const last = lists.at(-1)
    if (last?.isOrdered === isOrdered) last.entries.push(entry)
    else lists.push({ kind: 'list', isOrdered, start: number ?? 1, entries: [entry] })
    index = end
  }
  return lists
}

/** Parses a safe subset of Markdown: headings 1 to 3, lists, code and paragraphs. HTML is plain text. */
export function parseBlocks(source: string): Block[] {
  const lines = source.replaceAll('\t', '  ').split(/\r\n|\r|\n/)
  const blocks: Block[] = []
  let index = 0

  const takeCode = (): Block => {
    const start = ++index
    while (index < lines.length && !fenceEnd.test(lines[index] ?? '')) index++
    return { kind: 'code', text: lines.slice(start, index++).join('\n') }
  }
  const takeLists = (): Block[] => {
    const items: Item[] = []
    for (; index < lines.length; index++) {
      const line = lines[index] ?? ''
      const match = entry.exec(line)
      const last = items.at(-1)
      if (match) {
        const [, indent = '', , number, text = ''] = match
        items.push({ indent: indent.length, number: number === undefined ? undefined : Number(number), text })
      } else if (last && lines[index - 1]?.trim() !== '' && continued.test(line) && !fence.test(line)) {
        items[items.length - 1] = { ...last, text: `${last.text} ${line.trim()}` }
        // Blank lines between entries are allowed.
      } else if (line.trim() !== '' || !entry.test(lines[index + 1] ?? '')) break
    }
    return listsOf(items)
  }
  const takeParagraph = (): Block => {
    const paragraph: Inline[][] = []
    for (; index < lines.length; index++) {
      const line = lines[index] ?? ''
      if (line.trim() === '' || heading.test(line) || entry.test(line) || fence.test(line)) break
      paragraph.push(parseInline(line.trim()))
    }
    return { kind: 'paragraph', lines: paragraph }
  }

  while (index < lines.length) {
    const line = lines[index] ?? ''
    if (line.trim() === '') {
      index++
      continue
    }
    const title = heading.exec(line)
    if (title) {
      index++
      const level = (title[1] ?? '').length as 1 | 2 | 3
      blocks.push({ kind: 'heading', level, parts: parseInline((title[2] ?? '').trim()) })
    } else if (fence.test(line)) blocks.push(takeCode())
    else if (entry.test(line)) blocks.push(...takeLists())
    else blocks.push(takeParagraph())
  }
  return blocks
}
