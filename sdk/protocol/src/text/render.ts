import { type CodedText, isCodedText, type Param, type Params } from './coded-text.ts'
import { type Format, makeFormat } from './format.ts'

/** What rendering needs: the formats of the reader, and where the texts are. */
export interface Renderer {
  format(): Format
  /** the text of an owner by key, such as `RULE_NAME_TAKEN` or `RETRY_other`, in the language of the reader */
  find(owner: string, key: string): string | undefined
}

const placeholder = /\{\{(\w+)\}\}/g
const plurals = new Map<string, Intl.PluralRules>()

function pluralOf(locale: string, count: number): string {
  const rules = plurals.get(locale) ?? new Intl.PluralRules(locale)
  plurals.set(locale, rules)
  return rules.select(count)
}

function patternOf({ code, params }: CodedText, { format, find }: Renderer): string | undefined {
  const [owner = '', key = ''] = code.split('.', 2)
  const count = params?.count
  if (typeof count !== 'number') return find(owner, key)
  return find(owner, `${key}_${pluralOf(format().locale, count)}`) ?? find(owner, `${key}_other`) ?? find(owner, key)
}

const isList = (param: object): param is readonly Param[] => Array.isArray(param)

function write(param: Param, renderer: Renderer): string | undefined {
  if (typeof param === 'string' || typeof param === 'number') return String(param)
  if (isCodedText(param)) return renderText(param, renderer)
  const format = renderer.format()
  if (isList(param)) {
    const items = param.map((item) => write(item, renderer))
    return items.includes(undefined) ? undefined : format.list(items as string[])
  }
  if ('value' in param)
    return param.unit === 'duration' ? format.duration(param.value) : format.value(param.value, param.unit)
  return param.as === 'date' ? format.date(param.at) : format.dateTime(param.at)
}

/**
 * The sentence of a coded text, in i18next's syntax: `{{name}}`, plural suffixes `_one`, `_other` by `count`. Undefined if a
 * text for it, or for one of its parameters, is missing.
 */
export function renderText(text: CodedText, renderer: Renderer): string | undefined {
  const pattern = patternOf(text, renderer)
  if (pattern === undefined) return undefined
  const params: Params = text.params ?? {}
  const names = new Set(Array.from(pattern.matchAll(placeholder), ([, name = '']) => name))
  const values = new Map<string, string>()
  for (const name of names) {
    const param = params[name]
    const value = param === undefined ? '' : write(param, renderer)
    if (value === undefined) return undefined
    values.set(name, value)
  }
  return pattern.replace(placeholder, (_, name: string) => values.get(name) ?? '')
}

/** Renders texts where there are no `locales`, in tools for example: by sentences by code. */
export const renderWith =
  (sentences: Readonly<Record<string, string>>) =>
  (text: CodedText): string =>
    renderText(text, { format: () => makeFormat('en'), find: (owner, key) => sentences[`${owner}.${key}`] }) ??
    describeText(text)

/** A text without a sentence, for logs: `alerts.RULE_NAME_TAKEN {"name":"x"}`. */
export const describeText = ({ code, params }: CodedText): string =>
  params === undefined || Object.keys(params).length === 0 ? code : `${code} ${JSON.stringify(params)}`
