import { type FieldErrors, fieldRules, type Translate } from '@svc/dashboard-sdk'

/** Lists in a condition. */
const conditionList = /^(rules\.\d+\.security\.\w+)\.\d+$/

/** Violated rules by field; those of single items of `list`, or of a list in a condition, count as those of the list. */
export const fieldErrors = (error: Error, list: string, t: Translate): FieldErrors =>
  Object.fromEntries(
    Object.entries(fieldRules(error, t))
      .map(([field, rule]) => [field.startsWith(`${list}.`) ? list : field.replace(conditionList, '$1'), rule] as const)
      // The first one wins.
      .reverse(),
  )

/** Messages of translation keys by field. */
export const translated = (problems: Readonly<Record<string, string>>, t: Translate): FieldErrors =>
  Object.fromEntries(Object.entries(problems).map(([field, problem]) => [field, t(problem)]))
