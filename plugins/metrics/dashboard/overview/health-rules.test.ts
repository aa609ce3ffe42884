import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Level, levelFor, type Rule, ruleIds, rules } from './health-rules.ts'

describe('health rules', () => {
  it('contain each rule once, in the order of their ids', () => {
    expect(rules.map(({ id }) => id)).toEqual(ruleIds)
  })

  it.each(rules.map((rule) => [rule.id, rule] as const))('%s: critical is worse than a warning', (_, rule) => {
    const { warn, critical, hysteresis, below, step } = rule
    expect(hysteresis).toBeGreaterThanOrEqual(0)
    expect(step).toBeGreaterThan(0)
    if (critical === undefined || rule.id === 'offline') return
    expect(below ? warn - critical : critical - warn).toBeGreaterThan(hysteresis)
  })
})

const disk: Rule = { id: 'disk', value: () => 0, warn: 90, critical: 95, hysteresis: 1, step: 1 }
const uptime: Rule = { id: 'uptime', value: () => 0, below: true, warn: 99, hysteresis: 0.5, step: 1 }

describe('the level of a value', () => {
  it.each<[number, Level, Level]>([
    [89.9, 0, 0],
    [90, 0, 1],
    [95, 0, 2],
    [94.5, 2, 2],
    [93.9, 2, 1],
    [89.5, 1, 1],
    [89.5, 2, 1],
    [88.9, 1, 0],
    [88.9, 2, 0],
  ])('%d after level %d is level %d', (value, before, level) => {
    expect(levelFor(disk, value, before)).toBe(level)
  })

  it.each<[number, Level, Level]>([
    [99, 0, 0],
    [98.9, 0, 1],
    [99.4, 1, 1],
    [99.6, 1, 0],
    [0, 1, 1],
  ])('where less is worse, %d after level %d is level %d', (value, before, level) => {
    expect(levelFor(uptime, value, before)).toBe(level)
  })

  it('does not flap within the hysteresis', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 100, noNaN: true }),
        fc.double({ min: 0, max: 0.99, noNaN: true }),
        (at, by) => {
          const first = levelFor(disk, at, 0)
          expect(levelFor(disk, at - by, first)).toBeGreaterThanOrEqual(first)
        },
      ),
    )
  })
})
