import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { detailText } from './detail-text.ts'

const texts: Record<string, Record<string, string>> = JSON.parse(
  readFileSync(new URL('../../locales/en.json', import.meta.url), 'utf8'),
)
const t = (key: string, params: object = {}) => {
  const [group = '', name = ''] = key.split('.')
  const text = texts[group]?.[name]
  if (text === undefined) throw new Error(`${key} has no text`)
  return text.replace(/\{\{(\w+)\}\}/g, (_, param: string) => String(Reflect.get(params, param)))
}

it.each([
  ['timeout', 'Timeout'],
  ['the name cannot be resolved', 'The name cannot be resolved'],
  ['no rule matches, HTTP 503', 'No rule matches HTTP 503'],
  ['more than 5 redirects', 'More than 5 redirects'],
  ['example.com is not on the public Internet', 'Not on the public Internet'],
  ['a pattern took too long', 'A pattern took too long'],
  ['the agent cannot read this check', 'The agent is too old for this check'],
  ['ECONNREFUSED', 'ECONNREFUSED'],
])('%s', (detail, text) => expect(detailText(detail, t as never)).toBe(text))
