import { sentenceOf } from '@svc/kernel/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { notice } from '../../test/notifications-world.ts'
import { literal } from '../../test/test-types.ts'
import { bodyFormatOf } from './channel-types/body-format.ts'
import { renderTemplate } from './channel-types/webhook.ts'
import { redact } from './redact.ts'
import { render } from './render.ts'

/** Texts with many special characters. */
const part = fc.constantFrom(
  '"',
  '\\',
  '<',
  '>',
  '&',
  '{{message}}',
  '{{',
  '}}',
  '\r\n',
  '\0',
  '\ud800',
  '😀',
  '%',
  '..',
)
const text = fc.array(fc.oneof(part, fc.string()), { maxLength: 20 }).map((parts) => parts.join(''))
const rendered = (subjectName: string, message: string) =>
  render({ ...notice, subjectName, message: literal(message) }, 'en', sentenceOf)

describe('any notification text', () => {
  it('stays one JSON value', () => {
    const { escape: inJson } = bodyFormatOf('application/problem+json; charset=utf-8')
    fc.assert(
      fc.property(text, text, (name, message) => {
        const { variables } = rendered(name, message)
        const filled = renderTemplate('{"a":"{{server_name}}","b":["{{message}}"]}', variables, inJson)
        expect(JSON.parse(filled)).toEqual({ a: variables.server_name, b: [variables.message] })
      }),
    )
  })

  it('stays text in HTML and XML', () => {
    const { escape: inMarkup } = bodyFormatOf('text/xml')
    fc.assert(
      fc.property(text, (message) => {
        const { variables } = rendered('x', message)
        expect(renderTemplate('{{message}}', variables, inMarkup)).not.toMatch(/[<>"']|&(?!(amp|lt|gt|quot|#39);)/)
      }),
    )
  })

  it('stays one URL component', () => {
    fc.assert(
      fc.property(text, (message) => {
        const { variables } = rendered('x', message)
        const url = new URL(renderTemplate('https://example.com/a?b={{message}}&c=1', variables, encodeURIComponent))
        expect([...url.searchParams]).toEqual([
          ['b', variables.message],
          ['c', '1'],
        ])
      }),
    )
  })

  it('is well-formed and truncated, with a single-line title', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 400 }), (name, times) => {
        const { title, variables } = rendered(name.repeat(times), name.repeat(times))
        expect(title).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u)
        expect(Buffer.from(title).toString()).toBe(title)
        expect([title.length <= 500, (variables.message ?? '').length <= 2000]).toEqual([true, true])
      }),
    )
  })
})

describe('error messages', () => {
  const secret = fc.string({ minLength: 4, maxLength: 80 }).filter((candidate) => /^[!-~]+$/.test(candidate))

  it('contain no secret in any encoding', () => {
    fc.assert(
      fc.property(secret, text, text, (key, before, after) => {
        const message = `${before}${key} ${encodeURIComponent(key)} ${JSON.stringify(key)}${after}`
        // The rest may contain the secret by coincidence.
        fc.pre(!`${before}  ""${after}`.includes(key) && !'•"'.includes(key))
        const shown = redact(message, [key])
        expect(shown.includes(key)).toBe(false)
      }),
    )
  })

  it('are one short line', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 100 }), (message, times) => {
        const shown = redact(message.repeat(times), [])
        expect(shown).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u)
        expect(Array.from(shown).length).toBeLessThanOrEqual(303)
      }),
    )
  })
})
