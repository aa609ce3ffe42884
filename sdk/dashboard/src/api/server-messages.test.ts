import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { translateServerMessage } from './server-messages.ts'

const own = {
  'there can be at most {{most}} boards': '最多 {{most}} 个',
  '{{host}} answered {{status}}': '{{host}} 返回了 {{status}}',
  'the host {{host}} answered {{status}} bytes': '{{host}} 返回了 {{status}} 字节',
  '{{file}}: {{reason}}': '{{file}}：{{reason}}',
  'knows no {{{{name}}}}': '没有变量 {{name}}',
  'must end before ? and #': '不能包含 ? 和 #',
}
const shared = { 'must end before ? and #': 'another', 'is required': '必填' }
const translate = (sentence: string) => translateServerMessage(sentence, [own, shared])

describe('a server message', () => {
  it.each([
    ['must end before ? and #', '不能包含 ? 和 #'],
    ['is required', '必填'],
    ['is odd', 'is odd'],
    ['there can be at most 100 boards', '最多 100 个'],
    ['there can be at most 100 boards or so', 'there can be at most 100 boards or so'],
    ['a.example answered 404', 'a.example 返回了 404'],
    ['knows no {{x}}', '没有变量 x'],
    ['constructor', 'constructor'],
  ])('%s', (sentence, text) => {
    expect(translate(sentence)).toBe(text)
  })

  it('is translated by the most specific pattern', () => {
    expect(translate('the host a.example answered 12 bytes')).toBe('a.example 返回了 12 字节')
  })

  it('may contain a reason, which is translated too', () => {
    expect(translate('a.js: is required')).toBe('a.js：必填')
    expect(translate('a.js: b.js: is odd')).toBe('a.js：b.js：is odd')
  })

  it('inserts values literally', () => {
    expect(translate('$& {{status}} answered 1')).toBe('$& {{status}} 返回了 1')
  })

  it('is translated in bounded time', () => {
    const parts = fc.array(fc.constantFrom(' answered ', ': ', 'the host ', 'x', '\n'), { maxLength: 5000 })
    fc.assert(
      fc.property(parts, (words) => {
        const sentence = words.join('')
        if (sentence.length > 2000) expect(translate(sentence)).toBe(sentence)
        else expect(typeof translate(sentence)).toBe('string')
      }),
    )
  })
})
