import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { notice } from '../../test/notifications-world.ts'
import { bodyFormatOf } from './content-type.ts'
import { redact } from './redact.ts'
import { render } from './render.ts'
import { fillIn } from './template.ts'

/** Texts with a liking for what ends other texts. */
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
const told = (subjectName: string, message: string) =>
  render({ ...notice, subjectName, message: { en: message, zh: message } }, 'en')

describe('whatever a notice says', () => {
  it('stays one value in JSON', () => {
    const { escape: inJson } = bodyFormatOf('application/problem+json; charset=utf-8')
    fc.assert(
      fc.property(text, text, (name, message) => {
        const { variables } = told(name, message)
        const filled = fillIn('{"a":"{{server_name}}","b":["{{message}}"]}', variables, inJson)
        expect(JSON.parse(filled)).toEqual({ a: variables.server_name, b: [variables.message] })
      }),
    )
  })

  it('stays text in markup', () => {
    const { escape: inMarkup } = bodyFormatOf('text/xml')
    fc.assert(
      fc.property(text, (message) => {
        const { variables } = told('x', message)
        expect(fillIn('{{message}}', variables, inMarkup)).not.toMatch(/[<>"']|&(?!(amp|lt|gt|quot|#39);)/)
      }),
    )
  })

  it('stays one part of an address', () => {
    fc.assert(
      fc.property(text, (message) => {
        const { variables } = told('x', message)
        const url = new URL(fillIn('https://example.com/a?b={{message}}&c=1', variables, encodeURIComponent))
        expect([...url.searchParams]).toEqual([
          ['b', variables.message],
          ['c', '1'],
        ])
      }),
    )
  })

  it('has a title of one line, and is well-formed and bounded', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 400 }), (name, times) => {
        const { title, variables } = told(name.repeat(times), name.repeat(times))
        expect(title).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u)
        expect(Buffer.from(title).toString()).toBe(title)
        expect([title.length <= 500, (variables.message ?? '').length <= 2000]).toEqual([true, true])
      }),
    )
  })
})

describe('what is told of a failure', () => {
  const secret = fc.string({ minLength: 4, maxLength: 80 }).filter((candidate) => /^[!-~]+$/.test(candidate))

  it('holds no secret, in any spelling', () => {
    fc.assert(
      fc.property(secret, text, text, (key, before, after) => {
        const said = `${before}${key} ${encodeURIComponent(key)} ${JSON.stringify(key)}${after}`
        // what is left without the secret may spell it by accident
        fc.pre(!`${before}  ""${after}`.includes(key) && !'•"'.includes(key))
        const shown = redact(said, [key])
        expect(shown.includes(key)).toBe(false)
      }),
    )
  })

  it('is one short line', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 100 }), (said, times) => {
        const shown = redact(said.repeat(times), [])
        expect(shown).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u)
        expect(Array.from(shown).length).toBeLessThanOrEqual(303)
      }),
    )
  })
})
