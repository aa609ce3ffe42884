import { expect, test } from 'vitest'
import { html, jsonScript, sanitized } from './html.ts'

test('values are escaped in text and in attributes', () => {
  const evil = `"><script>alert('x')</script>&`
  expect(html`<p title="${evil}">${evil}</p>`.text).toBe(
    '<p title="&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;">&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;</p>',
  )
})

test('markup and lists of it stay, and nothing is shown for what is absent', () => {
  expect(html`${[html`<i>a</i>`, '<b>']}${false}${null}${undefined}${0}${sanitized('<u>c</u>')}`.text).toBe(
    '<i>a</i>&lt;b&gt;0<u>c</u>',
  )
})

test('JSON does not end its script element', () => {
  const { text } = jsonScript('data', { a: '</script><script>alert(1)</script>' })
  expect(text.match(/<\/?script/g)).toHaveLength(2)
  expect(JSON.parse(text.replace(/^[^>]*>|<\/script>$/g, ''))).toEqual({ a: '</script><script>alert(1)</script>' })
})
