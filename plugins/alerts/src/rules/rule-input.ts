import type { Servers } from '@svc/plugin-enrollment/contract'
import { badRequest, invalid, type Registry } from '@svc/plugin-sdk'
import type { RuleType } from '../contract.ts'
import { type Condition, type CoverType, conditionFields, sourceFields } from './rule-schema.ts'

const isGiven = (value: unknown) =>
  value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0)

/** The stored form, with fields in a fixed order so that equal conditions serialize equally. */
function normalized(condition: Condition): Condition {
  // An empty pattern is none.
  const present = conditionFields.filter((name) => (condition[name] ?? '') !== '')
  const security = condition.security ?? {}
  const options = sourceFields.filter((name) => isGiven(security[name]))
  return {
    rule_type: condition.rule_type,
    ...Object.fromEntries(present.map((name) => [name, condition[name]])),
    ...(options.length > 0 && { security: Object.fromEntries(options.map((name) => [name, security[name]])) }),
  }
}

/** Equal for equal conditions. */
export const conditionKey = (condition: Condition): string => JSON.stringify(condition)

function checkFields(pathOf: (name: string) => string, condition: Condition, type: RuleType): void {
  const unused =
    conditionFields.find((name) => condition[name] !== undefined && !type.fields.includes(name)) ??
    sourceFields
      .filter((name) => condition.security?.[name] !== undefined && !type.fields.includes(name))
      .map((name) => `security.${name}`)[0]
  if (unused) throw invalid(pathOf(unused), 'alerts.FIELD_NOT_USED', { type: type.type })
  type.check?.(condition, pathOf)
  const { min, max } = condition
  const hasBounds = type.fields.includes('min') || type.fields.includes('max')
  if (hasBounds && min === undefined && max === undefined) throw invalid(pathOf('min'), 'alerts.BOUND_REQUIRED')
  if (typeof min === 'number' && typeof max === 'number' && min > max) {
    throw invalid(pathOf('min'), 'alerts.MIN_ABOVE_MAX')
  }
  const maxWindow = type.window?.max ?? 0
  if ((condition.window ?? 0) > maxWindow) throw invalid(pathOf('window'), 'kernel.MAXIMUM', { limit: maxWindow })
  if (type.fields.includes('cycle_limit') && condition.cycle_limit === undefined) {
    throw invalid(pathOf('cycle_limit'), 'kernel.REQUIRED')
  }
}

/**
 * Validates and normalizes conditions; throws 422 with the invalid field. Conditions that the rule already has are accepted
 * even while the plugin of their type is not running.
 */
export function parseConditions(
  inputs: readonly Condition[],
  types: Registry<RuleType>,
  existing: readonly Condition[] = [],
): Condition[] {
  const existingKeys = new Set(existing.map(conditionKey))
  const conditions = inputs.map((input, index) => {
    const condition = normalized(input)
    const pathOf = (name: string) => `rules.${index}.${name}`
    const type = types.get(condition.rule_type)
    if (type) checkFields(pathOf, condition, type)
    else if (!existingKeys.has(conditionKey(condition))) {
      const names = types.all().map((one) => one.type)
      throw invalid(pathOf('rule_type'), 'kernel.ONE_OF', { values: names })
    }
    return condition
  })
  const alone = conditions.length > 1 && conditions.find(({ rule_type }) => types.get(rule_type)?.perSource)
  if (alone) throw badRequest('alerts.ONLY_CONDITION', { type: alone.rule_type })
  // Types that are not running are undefined here: they may stay next to any kind.
  const isEvent = conditions.map(({ rule_type }) => types.get(rule_type)).map((type) => type && type.kind === 'event')
  const first = isEvent.find((one) => one !== undefined)
  const mixed = isEvent.findIndex((one) => one !== undefined && one !== first)
  if (mixed >= 0) throw invalid(`rules.${mixed}.rule_type`, 'alerts.EVENTS_MIXED')
  return conditions
}

/** The servers a rule applies to. */
interface Coverage {
  readonly cover_type: CoverType
  readonly serverIds: readonly string[]
  readonly groupIds: readonly string[]
  readonly tags: readonly string[]
}

/** The ids of the servers that a rule lists: by themselves, by their group or by a tag. */
export function listedBy(
  { serverIds, groupIds, tags }: Omit<Coverage, 'cover_type'>,
  servers: Pick<Servers, 'select'>,
) {
  if (groupIds.length === 0 && tags.length === 0) return new Set(serverIds)
  return new Set([...serverIds, ...servers.select({ groupIds, tags }).map(({ id }) => id)])
}

/** Whether a rule covers a server that its list does or does not contain. An empty include list covers none. */
export const covers = (type: CoverType, isListed: boolean): boolean =>
  type === 'all' || isListed === (type === 'include')

const isSame = (a: Coverage, b: Coverage): boolean =>
  a.cover_type === b.cover_type &&
  JSON.stringify([a.serverIds, a.groupIds, a.tags]) === JSON.stringify([b.serverIds, b.groupIds, b.tags])

/**
 * Validates a coverage; throws 422 when a required list is empty or contains an unknown server. An unchanged coverage is
 * always accepted, because deleting servers can empty its list.
 */
export function parseCoverage(input: Coverage, exists: (serverId: string) => boolean, existing?: Coverage): Coverage {
  const coverage = {
    ...input,
    serverIds: [...new Set(input.serverIds)],
    groupIds: [...new Set(input.groupIds)],
    tags: [...new Set(input.tags)],
  }
  if (existing && isSame(coverage, existing)) return existing
  const unknown = input.serverIds.findIndex((id) => !exists(id))
  if (unknown >= 0) throw invalid(`server_ids.${unknown}`, 'alerts.SERVER_MUST_EXIST')
  const hasNone = [coverage.serverIds, coverage.groupIds, coverage.tags].every(({ length }) => length === 0)
  if (coverage.cover_type !== 'all' && hasNone) {
    throw invalid('server_ids', 'alerts.SERVERS_REQUIRED', { type: coverage.cover_type })
  }
  return coverage
}
