import type { MarkedToken, Token, Tokens } from 'marked'

/** Tokens nested deeper are shown as their source. */
const maxDepth = 12

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text without the characters that XML has no way to write. */
export const printable = (text: string): string =>
  text.toWellFormed().replace(/(?![\t\n\r])\p{Cc}|[\ufffe\uffff]/gu, '')

/** Text for HTML and XML, in elements and in attributes. */
export const escapeMarkup = (text: string): string =>
  printable(text).replace(/[&<>"']/g, (character) => entities[character] as string)

/** The URL of a link, if its protocol is allowed. */
function safeLink(input: string): string | undefined {
  const url = /^(?:https?:\/\/|mailto:)[^\s\\]+$/i.test(input.trim()) ? URL.parse(input.trim()) : null
  return url?.href
}

const all = (tokens: readonly Token[], depth: number): string =>
  tokens.map((token) => (depth < maxDepth ? show(token as MarkedToken, depth + 1) : escapeMarkup(token.raw))).join('')

const row = (cells: readonly Tokens.TableCell[], tag: 'th' | 'td', depth: number) =>
  `<tr>${cells.map(({ tokens }) => `<${tag}>${all(tokens, depth)}</${tag}>`).join('')}</tr>`

function show(token: MarkedToken, depth: number): string {
  const inner = (tokens: readonly Token[]) => all(tokens, depth)
  switch (token.type) {
    case 'heading': {
      // The page has headings of its own above.
      const level = Math.min(token.depth + 2, 6)
      return `<h${level}>${inner(token.tokens)}</h${level}>`
    }
    case 'paragraph':
      return `<p>${inner(token.tokens)}</p>`
    case 'list': {
      const items = token.items.map((item) => `<li>${inner(item.tokens)}</li>`).join('')
      if (!token.ordered) return `<ul>${items}</ul>`
      return `<ol${token.start === 1 ? '' : ` start="${Number(token.start)}"`}>${items}</ol>`
    }
    case 'blockquote':
      return `<blockquote>${inner(token.tokens)}</blockquote>`
    case 'code':
      return `<pre><code>${escapeMarkup(token.text)}</code></pre>`
    case 'table': {
      const body = token.rows.map((cells) => row(cells, 'td', depth)).join('')
      return `<table><thead>${row(token.header, 'th', depth)}</thead><tbody>${body}</tbody></table>`
    }
    case 'hr':
      return '<hr>'
    case 'strong':
    case 'em':
    case 'del':
      return `<${token.type}>${inner(token.tokens)}</${token.type}>`
    case 'codespan':
      return `<code>${escapeMarkup(token.text)}</code>`
    case 'br':
      return '<br>'
    case 'link': {
      const href = safeLink(token.href)
      if (href === undefined) return escapeMarkup(token.raw)
      return `<a href="${escapeMarkup(href)}" target="_blank" rel="noopener noreferrer nofollow">${inner(token.tokens)}</a>`
    }
    case 'checkbox':
      return token.checked ? '☑ ' : '☐ '
    case 'text':
      return token.tokens ? inner(token.tokens) : escapeMarkup(token.text)
    case 'escape':
      return escapeMarkup(token.text)
    case 'space':
    case 'def':
      return ''
    default:
      // HTML and images of the source are shown as text.
      return escapeMarkup(token.raw)
  }
}

/** Renders Markdown as GitHub comments do: a line break stays one. No HTML of the source becomes elements. */
export async function renderMarkdown(source: string): Promise<string> {
  // Loaded on first use: many pages have no such text.
  const { Lexer } = await import('marked')
  try {
    return all(new Lexer({ gfm: true, breaks: true }).lex(source), 0)
  } catch (error) {
    // Thousands of nested quotes exceed the stack.
    if (error instanceof RangeError) return `<p>${escapeMarkup(source)}</p>`
    throw error
  }
}
