import { describe, expect, it } from 'vitest'
import en from '../locales/en.json'
import zh from '../locales/zh.json'
import { configFields } from './form/config-field.ts'
import { units } from './form/monitor-draft.ts'
import { monitorTypes } from './list/monitor-search.ts'
import { spans } from './pages.ts'
import { monitorStates } from './state/monitor-state.ts'

const fields = Object.values(configFields).flat()
const unitsOfNumbers = fields.flatMap((field) => (field.kind === 'number' && field.unit ? [field.unit] : []))

describe.each([
  ['English', en],
  ['Chinese', zh],
])('the %s texts cover', (_, texts) => {
  it.each(monitorTypes)('the type %s and its target', (type) => {
    const words = expect.stringMatching(/./)
    expect(texts.type[type]).toEqual({ name: words, hint: words, target: words, targetHint: words })
    expect(texts.detail.facts).toHaveProperty(type)
  })

  it.each([...new Set(fields.map(({ name }) => name))])('the field %s', (name) => {
    expect(texts.field).toHaveProperty(name)
  })

  it('states, units, time ranges and choices', () => {
    expect(Object.keys(texts.state)).toEqual(expect.arrayContaining([...monitorStates]))
    expect(Object.keys(texts.unit)).toEqual(expect.arrayContaining([...Object.keys(units), ...unitsOfNumbers]))
    expect(Object.keys(texts.past.spans)).toEqual([...spans])
    const mode = configFields.dns.find(({ name }) => name === 'mode')
    expect(Object.keys(texts.choice.mode)).toEqual(mode?.kind === 'choice' && mode.options)
  })
})
