import fc from 'fast-check'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { Markdown, parseMarkdown, safeLink } from './text.tsx'

const html = (source: string) =>
  renderToStaticMarkup(createElement(Markdown, { tokens: parseMarkdown(source) })).replaceAll(
    / class="[^"]*"| target="_blank"| rel="[^"]*"/g,
    '',
  )

describe('rendering', () => {
  test.each([
    ['# One', '<h3>One</h3>'],
    ['### Three **b**', '<h5>Three <strong>b</strong></h5>'],
    ['##### five', '<h5>five</h5>'],
    ['a *b* _c_ `d*e*` ~~f~~', '<p>a <em>b</em> <em>c</em> <code>d*e*</code> <del>f</del></p>'],
    ['**a *b* c**', '<p><strong>a <em>b</em> c</strong></p>'],
    ['snake_case_name 2 * 3 * 4', '<p>snake_case_name 2 * 3 * 4</p>'],
    ['\\*a\\*', '<p>*a*</p>'],
    ['- a\n- b', '<ul><li>a</li><li>b</li></ul>'],
    ['- [x] a\n- [ ] b', '<ul><li>☑ a</li><li>☐ b</li></ul>'],
    ['1. a\n2. b', '<ol><li>a</li><li>b</li></ol>'],
    ['3. a\n4. b', '<ol start="3"><li>a</li><li>b</li></ol>'],
    ['1. a\n   - x\n   - y\n2. b', '<ol><li>a<ul><li>x</li><li>y</li></ul></li><li>b</li></ol>'],
    ['1. a\n    1. x\n2. b', '<ol><li>a<ol><li>x</li></ol></li><li>b</li></ol>'],
    ['- a\n  more\n- b\n1. c', '<ul><li>a<br/>more</li><li>b</li></ul><ol><li>c</li></ol>'],
    ['1. a\n\nb\n\n2. c', '<ol><li>a</li></ol><p>b</p><ol start="2"><li>c</li></ol>'],
    ['- a\n  ```\n  x\n  ```\n- b', '<ul><li>a<pre><code>x</code></pre></li><li>b</li></ul>'],
    ['a\nb\n\nc', '<p>a<br/>b</p><p>c</p>'],
    ['> a\n> b', '<blockquote><p>a<br/>b</p></blockquote>'],
    ['a\n\n---', '<p>a</p><hr/>'],
    ['```sh\n# no *heading*\n```\nafter', '<pre><code># no *heading*</code></pre><p>after</p>'],
    ['```\nnever closed', '<pre><code>never closed</code></pre>'],
    ['[**x**](https://a.b/c?d=1)', '<p><a href="https://a.b/c?d=1"><strong>x</strong></a></p>'],
    ['[m](mailto:a@b.c)', '<p><a href="mailto:a@b.c">m</a></p>'],
    ['see https://a.b/c', '<p>see <a href="https://a.b/c">https://a.b/c</a></p>'],
    ['![x](https://a.b/c.png)', '<p>![x](https://a.b/c.png)</p>'],
    [
      '|a|b|\n|-|-:|\n|1|*2*|',
      '<div><table><thead><tr><th>a</th><th style="text-align:right">b</th></tr></thead>' +
        '<tbody><tr><td>1</td><td style="text-align:right"><em>2</em></td></tr></tbody></table></div>',
    ],
  ])('%j', (source, expected) => expect(html(source)).toBe(expected))
})

describe('malicious input', () => {
  test.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'java\tscript:alert(1)',
    '\u0001javascript:alert(1)',
    'data:text/html,<script>1</script>',
    'vbscript:x',
    'file:///etc/passwd',
    '//evil.example',
    '/api/auth/logout',
    'blob:https://a/b',
    'https:\\\\evil.example',
    'http://',
    'ftp://a.b',
    '&#106;avascript:alert(1)',
  ])('%j is not a link', (address) => {
    expect(safeLink(address)).toBeUndefined()
    expect(html(`[x](${address})`)).not.toContain('<a')
  })

  test.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '[<img src=x onerror=1>](https://a.b)',
    '[x](https://a.b/"onmouseover="alert(1))',
    '# <svg/onload=1>',
    '- <iframe srcdoc=1>',
    '`<b>`',
    '```\n</code></pre><script>1</script>\n```',
  ])('%j creates no elements of its own', (source) => {
    const tags = [...html(source).matchAll(/<\/?([a-z0-9]+)/g)].map((match) => match[1])
    expect(new Set(tags)).toEqual(
      new Set(
        tags.filter((tag) => /^(?:h[345]|p|br|a|strong|em|del|code|pre|ul|ol|li|blockquote|hr)$/.test(tag ?? '')),
      ),
    )
    expect(html(source)).not.toMatch(/<[^>]*\son\w+=/)
  })

  test('no text is lost', () => {
    const piece = fc.constantFrom('*', '**', '_', '`', '[', '](', ')', 'a', ' ', '\n', '# ', '- ', '1. ', '<b>', '\\')
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 80 }), (pieces) => {
        const source = pieces.join('')
        const shown = html(source).replaceAll(/<[^>]*>/g, '')
        // except the language of a code block
        const written = source.replaceAll(/^ *`{3,}[^`\n]*$/gm, '')
        expect([...shown.matchAll(/a/g)].length).toBeGreaterThanOrEqual([...written.matchAll(/a/g)].length)
      }),
    )
  })

  test.each(['[', '*', '**a ', '_', '`', '![](', '[a](', '> ', '- ', '- a\n', '  - a\n- b\n', '1. a\n\n', '<b>', '|a'])(
    '%j repeated thousands of times terminates',
    (piece) => {
      expect(html(piece.repeat(12_000 / piece.length))).not.toBe('')
    },
  )
})
