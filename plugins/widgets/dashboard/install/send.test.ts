import { expect, test } from 'vitest'
import { parseResponse } from './send.ts'

test('returns the installed modules', () => {
  const module = { id: 'org.example.rain', version: '1.0.0' }
  expect(parseResponse(200, JSON.stringify({ data: module }))).toEqual([module])
  expect(parseResponse(200, JSON.stringify({ data: [module, module] }))).toHaveLength(2)
})

test('throws errors with the details that their text is rendered from', () => {
  const details = { code: 'widgets.MODULE_LIMIT', params: { limit: 500 } }
  const error = { code: 'BAD_REQUEST', message: 'Bad request: the limit of 500 widget modules is reached', details }
  expect(() => parseResponse(400, JSON.stringify({ error }))).toThrow(
    expect.objectContaining({ status: 400, ...error }),
  )
})

test('throws for responses of others', () => {
  for (const text of ['', '<h1>Bad gateway</h1>', 'null', '{}']) {
    expect(() => parseResponse(502, text)).toThrow(expect.objectContaining({ status: 502, code: 'BAD_ANSWER' }))
  }
})
