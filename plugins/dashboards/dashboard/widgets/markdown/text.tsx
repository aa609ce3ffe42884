import { Lexer, type MarkedToken, type Token, type Tokens } from 'marked'
import { Fragment, type ReactNode } from 'react'

/** Elements nested deeper are shown as their source. */
const maxDepth = 12

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

/** Parses Markdown as GitHub comments do: a line break stays one. */
export function parseMarkdown(source: string): readonly Token[] {
  try {
    return new Lexer({ gfm: true, breaks: true }).lex(source)
  } catch (error) {
    // Thousands of nested quotes exceed the stack.
    if (error instanceof RangeError) return [{ type: 'text', raw: source, text: source }]
    throw error
  }
}

/** Renders Markdown; neither HTML nor images of the source become elements. */
export function Markdown({ tokens, depth = 0 }: { tokens: readonly Token[]; depth?: number }): ReactNode {
  // The tokens of a text have no identity other than their index.
  return tokens.map((token, index) => (
    <Fragment key={String(index)}>{depth < maxDepth ? show(token as MarkedToken, depth + 1) : token.raw}</Fragment>
  ))
}

// The page has the h1, and the widget may have an h2.
const headings = { 1: 'h3', 2: 'h4', 3: 'h5' } as const
const sizes = { 1: 'font-semibold text-lg', 2: 'font-semibold text-[1rem]', 3: 'font-semibold text-sm' } as const

function show(token: MarkedToken, depth: number): ReactNode {
  const inner = (tokens: readonly Token[]) => <Markdown tokens={tokens} depth={depth} />
  switch (token.type) {
    case 'heading': {
      const level = Math.min(token.depth, 3) as keyof typeof headings
      const Heading = headings[level]
      return <Heading className={sizes[level]}>{inner(token.tokens)}</Heading>
    }
    case 'paragraph':
      return <p>{inner(token.tokens)}</p>
    case 'list':
      return <List list={token} depth={depth} />
    case 'blockquote':
      return (
        <blockquote className="flex flex-col gap-2.5 border-line-strong border-l-2 pl-3 text-muted">
          {inner(token.tokens)}
        </blockquote>
      )
    case 'code':
      return (
        <pre className="whitespace-pre-wrap rounded-md bg-sunken px-3 py-2 font-mono text-xs">
          <code>{token.text}</code>
        </pre>
      )
    case 'table':
      return <Table table={token} depth={depth} />
    case 'hr':
      return <hr className="border-line" />
    case 'strong':
      return <strong className="font-semibold">{inner(token.tokens)}</strong>
    case 'em':
      return <em>{inner(token.tokens)}</em>
    case 'del':
      return <del>{inner(token.tokens)}</del>
    case 'codespan':
      return <code className="rounded-xs bg-sunken px-1 py-0.5 font-mono text-[0.9em]">{token.text}</code>
    case 'br':
      return <br />
    case 'link': {
      const href = safeLink(token.href)
      if (href === undefined) return token.raw
      return (
        <a
          href={href}
          target="_blank"
          rel="noopener noreferrer nofollow"
          className="text-accent underline underline-offset-2 hover:text-accent-hover"
        >
          {inner(token.tokens)}
        </a>
      )
    }
    case 'checkbox':
      return token.checked ? '☑ ' : '☐ '
    case 'text':
      return token.tokens ? inner(token.tokens) : token.text
    case 'escape':
      return token.text
    case 'space':
    case 'def':
      return null
    default:
      return token.raw
  }
}

function List({ list, depth }: { list: Tokens.List; depth: number }): ReactNode {
  const items = list.items.map((item, index) => (
    <li key={String(index)}>
      <Markdown tokens={item.tokens} depth={depth} />
    </li>
  ))
  if (!list.ordered) return <ul className="list-disc pl-5">{items}</ul>
  return (
    <ol className="list-decimal pl-6" {...(list.start === 1 ? {} : { start: Number(list.start) })}>
      {items}
    </ol>
  )
}

function Table({ table, depth }: { table: Tokens.Table; depth: number }): ReactNode {
  const cells = (row: readonly Tokens.TableCell[]) =>
    row.map(({ header, tokens, align }, index) => {
      const Cell = header ? 'th' : 'td'
      return (
        <Cell
          key={String(index)}
          className="border px-2 py-1 text-left"
          {...(align ? { style: { textAlign: align } } : {})}
        >
          <Markdown tokens={tokens} depth={depth} />
        </Cell>
      )
    })
  return (
    <div className="overflow-x-auto">
      <table className="border-collapse">
        <thead>
          <tr>{cells(table.header)}</tr>
        </thead>
        <tbody>
          {table.rows.map((row, index) => (
            <tr key={String(index)}>{cells(row)}</tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
