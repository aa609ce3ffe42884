import type { DestinationInput, PlanDestination } from '../../src/plans/plan-schema.ts'

/** Whether an input is the stored destination, without a new secret. */
export function isSameDestination(input: DestinationInput, stored: PlanDestination): boolean {
  const { secret_access_key: secret, ...given } = input
  return (
    secret === undefined &&
    Object.entries(stored).every(([name, value]) => (given as Record<string, unknown>)[name] === value)
  )
}
