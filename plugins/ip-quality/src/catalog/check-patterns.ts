import type { Check, Rule } from '../wire.ts'

/** Whether agents can compile a pattern. */
export function isPattern(text: string): boolean {
  try {
    new RegExp(text, 'u')
    return true
  } catch {
    return false
  }
}

const patternsOf = ({ match }: Rule) => ('pattern' in match ? [match.pattern] : [])

/** Names the first pattern of a check that is none. */
export function patternProblem({ steps }: Check): string | undefined {
  const patterns = steps.flatMap(({ rules, region = [] }) => [
    ...rules.flatMap(patternsOf),
    ...region.map(({ pattern }) => pattern),
  ])
  const wrong = patterns.find((pattern) => !isPattern(pattern))
  return wrong === undefined ? undefined : `not a regular expression: ${wrong}`
}
