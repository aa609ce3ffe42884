import fc from 'fast-check'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { parseBlocks } from './blocks.ts'
import { safeLink } from './inline.ts'
import { Text } from './text.tsx'

const html = (source: string) =>
  parseBlocks(source)
    .map((block) => renderToStaticMarkup(createElement(Text, { block })))
    .join('')
    .replaceAll(/ class="[^"]*"| target="_blank"| rel="[^"]*"/g, '')

describe('rendering', () => {
  test.each([
    ['# One', '<h3>One</h3>'],
    ['### Three **b**', '<h5>Three <strong>b</strong></h5>'],
    ['#### four', '<p>#### four<br/></p>'],
    ['a *b* _c_ `d*e*`', '<p>a <em>b</em> <em>c</em> <code>d*e*</code><br/></p>'],
    ['**a *b* c**', '<p><strong>a <em>b</em> c</strong><br/></p>'],
    ['snake_case_name 2 * 3 * 4', '<p>snake_case_name 2 * 3 * 4<br/></p>'],
    ['\\*a\\*', '<p>*a*<br/></p>'],
    ['- a\n- b', '<ul><li>a</li><li>b</li></ul>'],
    ['1. a\n2) b', '<ol><li>a</li><li>b</li></ol>'],
    ['3. a\n\n4. b', '<ol start="3"><li>a</li><li>b</li></ol>'],
    ['1. a\n   - x\n   - y\n2. b', '<ol><li>a<ul><li>x</li><li>y</li></ul></li><li>b</li></ol>'],
    ['1. a\n    1. x\n2. b', '<ol><li>a<ol><li>x</li></ol></li><li>b</li></ol>'],
    ['- a\n  goes on\n- b\n1. c', '<ul><li>a goes on</li><li>b</li></ul><ol><li>c</li></ol>'],
    ['1. a\n\nb\n\n2. c', '<ol><li>a</li></ol><p>b<br/></p><ol start="2"><li>c</li></ol>'],
    ['- a\n  ```\n  x\n  ```\n- b', '<ul><li>a</li></ul><pre><code>  x</code></pre><ul><li>b</li></ul>'],
    ['a\nb\n\nc', '<p>a<br/>b<br/></p><p>c<br/></p>'],
    ['```sh\n# no *heading*\n```\nafter', '<pre><code># no *heading*</code></pre><p>after<br/></p>'],
    ['```\nnever closed', '<pre><code>never closed</code></pre>'],
    ['[**x**](https://a.b/c?d=1)', '<p><a href="https://a.b/c?d=1"><strong>x</strong></a><br/></p>'],
    ['[m](mailto:a@b.c)', '<p><a href="mailto:a@b.c">m</a><br/></p>'],
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
      new Set(tags.filter((tag) => /^(?:h[345]|p|br|a|strong|em|code|pre|ul|ol|li)$/.test(tag ?? ''))),
    )
    expect(html(source)).not.toMatch(/<[^>]*\son\w+=/)
  })

  test('no text is lost', () => {
    const piece = fc.constantFrom('*', '**', '_', '`', '[', '](', ')', 'a', ' ', '\n', '# ', '- ', '1. ', '<b>', '\\')
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 80 }), (pieces) => {
        const source = pieces.join('')
        const shown = html(source).replaceAll(/<[^>]*>/g, '')
        expect([...shown.matchAll(/a/g)].length).toBe([...source.matchAll(/a/g)].length)
      }),
    )
  })

  test.each(['[', '*', '**a ', '_', '`', '![](', '[a](', '> ', '- ', '- a\n', '  - a\n- b\n', '1. a\n\n'])(
    '%j repeated thousands of times terminates',
    (piece) => {
      expect(parseBlocks(piece.repeat(12_000 / piece.length)).length).toBeGreaterThan(0)
    },
  )
})
