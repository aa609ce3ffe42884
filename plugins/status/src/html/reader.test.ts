import { sentenceOf } from '@svc/kernel/testing'
import { describe, expect, it, test } from 'vitest'
import { languageOf, makeReader } from './reader.ts'

const of = (header?: string, lang?: string, cookie?: string) => {
  const { language, isChosen } = languageOf({
    query: { lang },
    cookies: { svc_status_language: cookie },
    headers: { 'accept-language': header },
  })
  return [language.id, isChosen]
}

describe('the language', () => {
  it.each([
    [undefined, 'en'],
    ['', 'en'],
    ['zh-CN,zh;q=0.9,en;q=0.8', 'zh'],
    ['de,fr;q=0.9', 'en'],
    ['de, zh;q=0.5, en;q=0.4', 'zh'],
    ['zh;q=0, en', 'en'],
    ['en;q=0.2,zh-TW;q=0.7', 'zh'],
    [';;,q=1,%%%', 'en'],
  ])('of a browser that accepts %j is %s', (header, language) => expect(of(header)).toEqual([language, false]))

  it('is that of the address, then the chosen one, then that of the browser', () => {
    expect(of('en', 'zh')).toEqual(['zh', true])
    expect(of('en', undefined, 'zh')).toEqual(['zh', false])
    expect(of('en', 'xx', '../zh')).toEqual(['en', false])
  })
})

test('links keep a language that the address asks for', () => {
  const [plain, chosen] = [of('zh'), of('zh', 'zh')].map(([, isChosen]) =>
    makeReader(
      { ...languageOf({ query: { lang: 'zh' }, cookies: {}, headers: {} }), isChosen: isChosen === true },
      sentenceOf,
    ),
  )
  expect(plain?.link('/status')).toBe('/status')
  expect(chosen?.link('/status')).toBe('/status?lang=zh')
  expect(chosen?.link('/status/history?month=2026-05')).toBe('/status/history?month=2026-05&lang=zh')
})

test('times are in UTC, for readers without a script', () => {
  const reader = makeReader(languageOf({ query: {}, cookies: {}, headers: {} }), sentenceOf)
  expect(reader.time(Date.UTC(2026, 4, 1, 12, 5)).text).toBe(
    '<time datetime="2026-05-01T12:05:00.000Z">May 1, 2026, 12:05 UTC</time>',
  )
})
