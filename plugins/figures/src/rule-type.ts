import { matchesPattern, type RuleType, type Verdict, withinBounds } from '@svc/plugin-alerts/contract'
import { text } from '@svc/plugin-sdk'
import type { FiguresState } from './figures.ts'

/** A figure that was not reported for so long has no value. */
const freshSeconds = 600

/** Matches servers with a figure of this name, or of this pattern, whose last value is within the bounds. */
export const ruleType = (figures: Pick<FiguresState, 'of'>): RuleType => ({
  type: 'figure',
  name: text('figures.RULE'),
  kind: 'threshold',
  unit: null,
  fields: ['pattern', 'min', 'max'],
  judge: (condition, servers, now) =>
    new Map(
      servers.flatMap(({ id }): [string, Verdict][] => {
        const values = figures
          .of(id)
          .filter(({ name, reportedAt }) => now - reportedAt < freshSeconds && matchesPattern(condition, name))
          .flatMap(({ name, value }) => (value === null ? [] : { name, value }))
        if (values.length === 0) return []
        const found = values.filter(({ value }) => withinBounds(condition, value))
        const value = Math.max(...(found.length > 0 ? found : values).map((each) => each.value))
        // A name alone does not say how much it is.
        const subjects = found.map((each) => `${each.name} = ${Number(each.value.toPrecision(6))}`)
        return [[id, found.length > 0 ? { matches: true, value, subjects } : { matches: false, value }]]
      }),
    ),
})
