import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { escapeMarkup, renderMarkdown } from './markdown.ts'

describe('Markdown', () => {
  it.each([
    ['a\nb', '<p>a<br>b</p>'],
    ['# One', '<h3>One</h3>'],
    ['**a** _b_ ~~c~~ `d<`', '<p><strong>a</strong> <em>b</em> <del>c</del> <code>d&lt;</code></p>'],
    ['- a\n- b', '<ul><li>a</li><li>b</li></ul>'],
    ['3. a', '<ol start="3"><li>a</li></ol>'],
    ['> a', '<blockquote><p>a</p></blockquote>'],
    ['```\n<b>\n```', '<pre><code>&lt;b&gt;</code></pre>'],
    ['|a|\n|-|\n|b|', '<table><thead><tr><th>a</th></tr></thead><tbody><tr><td>b</td></tr></tbody></table>'],
    ['---', '<hr>'],
    [
      '[x](https://a.b/?c=1&d="2")',
      '<p><a href="https://a.b/?c=1&amp;d=%222%22" target="_blank" rel="noopener noreferrer nofollow">x</a></p>',
    ],
  ])('%j becomes %s', async (source, html) => expect(await renderMarkdown(source)).toBe(html))

  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '![x](https://a.b/c.png)',
    '[x](javascript:alert(1))',
    '[x](data:text/html,<script>)',
    'a <b onclick="x">b</b>',
    '<svg/onload=alert(1)>',
    '```html\n</code><script>\n```',
    '[a](https://x.y "\\"><script>")',
  ])('%j becomes no element', async (source) => {
    const html = await renderMarkdown(source)
    expect(
      html.replace(/<\/?(?:p|pre|code|a)(?: href="https[^"<>]*" target="_blank" rel="[a-z ]+")?>/g, ''),
    ).not.toMatch(/[<>]/)
  })

  it('of any kind only becomes elements of the list', async () => {
    const piece = fc.constantFrom(
      '<',
      '>',
      '"',
      "'",
      '&',
      '`',
      '*',
      '_',
      '[',
      '](',
      ')',
      '!',
      '#',
      '\n',
      ' ',
      '|',
      '-',
      'a',
      'javascript:',
      'https://',
    )
    const tag =
      /<\/?(?:h[1-6]|p|ul|ol(?: start="\d+")?|li|blockquote|pre|code|table|thead|tbody|tr|th|td|hr|strong|em|del|br|a(?: href="[^"<>]*" target="_blank" rel="[a-z ]+")?)>/g
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 60 }), async (pieces) => {
        expect((await renderMarkdown(pieces.join(''))).replace(tag, '')).not.toMatch(/[<>]/)
      }),
    )
  })

  it('of absurd depth is text', async () => {
    expect(await renderMarkdown('>'.repeat(20_000))).not.toMatch(/<(?!\/?(?:p|blockquote)>)/)
  })
})

describe('escaped text', () => {
  it('is well-formed XML', () => {
    expect(escapeMarkup('a<b>&"\'\0\u0008\ud800\uffff\t\n')).toBe('a&lt;b&gt;&amp;&quot;&#39;\ufffd\t\n')
  })
})
