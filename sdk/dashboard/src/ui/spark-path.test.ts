import { expect, test } from 'vitest'
import { sparkPath } from './spark-path.ts'

test('fills the box and clamps to its height', () => {
  expect(sparkPath([0, 50, 200], 100).line).toBe('M0.0 24.0L50.0 12.0L100.0 0.0')
})

test('null breaks line and area', () => {
  const { line, area } = sparkPath([1, null, 1, 1])
  expect(line).toBe('M0.0 0.0M66.7 0.0L100.0 0.0')
  expect(area.match(/Z/g)).toHaveLength(2)
})

test.each([[[]], [[null, Number.NaN]], [[0, 0]]])('handles %j', (values) => {
  expect(sparkPath(values).line).not.toContain('NaN')
})
