import type { Servers } from '@svc/plugin-enrollment/contract'
import { invalid, type Registry } from '@svc/plugin-sdk'
import { plainText } from '@svc/protocol'
import type { ActionField, ActionOptions, AlertAction } from '../contract.ts'
import { type Condition, coverTypes, type RuleAction } from './rule-schema.ts'

interface Dependencies {
  readonly servers: Pick<Servers, 'ids'>
  readonly actions: Registry<AlertAction>
}

const maxServers = 10_000

/** Ids of servers from JSON text. */
function parseServerIds(text: unknown): readonly string[] | undefined {
  try {
    const ids: unknown = typeof text === 'string' ? JSON.parse(text) : undefined
    return Array.isArray(ids) && ids.length <= maxServers && ids.every((id) => typeof id === 'string') ? ids : undefined
  } catch {
    return undefined
  }
}

/** Validates the actions of rules. */
export function makeRuleActions({ servers, actions }: Dependencies) {
  function readCoverage(input: RuleAction, pathOf: (name: string) => string): ActionOptions {
    const cover = coverTypes.find((one) => one === (input.cover_type ?? 'all'))
    if (!cover) throw invalid(pathOf('cover_type'), 'kernel.ONE_OF', { values: [...coverTypes] })
    if (cover === 'all') return { cover_type: cover }
    const ids = parseServerIds(input.server_ids_json)
    if (!ids) throw invalid(pathOf('server_ids_json'), 'alerts.SERVER_IDS_JSON')
    if (ids.length === 0) throw invalid(pathOf('server_ids_json'), 'alerts.SERVERS_REQUIRED', { type: cover })
    const existing = new Set(servers.ids())
    if (!ids.every((id) => existing.has(id))) throw invalid(pathOf('server_ids_json'), 'alerts.SERVER_MUST_EXIST')
    return { cover_type: cover, server_ids_json: JSON.stringify([...new Set(ids)]) }
  }

  function readField(field: ActionField, input: RuleAction, pathOf: (name: string) => string): ActionOptions {
    if (field.kind === 'coverage') return readCoverage(input, pathOf)
    const { name } = field
    const value = input[name]
    if (field.kind === 'seconds') {
      if (value === undefined) return { [name]: field.default }
      if (value === null) return { [name]: null }
      const isInRange = Number.isInteger(value) && Number(value) >= field.min && Number(value) <= field.max
      if (!isInRange) throw invalid(pathOf(name), 'alerts.SECONDS', { min: field.min, max: field.max })
      return { [name]: Number(value) }
    }
    if (value === undefined || value === null) return {}
    if (typeof value !== 'string') throw invalid(pathOf(name), 'kernel.MUST_BE_STRING')
    if (value.length > field.maxLength) throw invalid(pathOf(name), 'kernel.MAX_LENGTH', { count: field.maxLength })
    const text = plainText(value.trim(), field.maxLength)
    return text === '' ? {} : { [name]: text }
  }

  function parseOne(input: RuleAction, index: number, conditions: readonly Condition[]): RuleAction {
    const pathOf = (name: string) => `actions.${index}.${name}`
    const action = actions.get(input.type)
    if (!action) {
      throw invalid(pathOf('type'), 'kernel.ONE_OF', { values: actions.all().map(({ type }) => type) })
    }
    if (!conditions.every(({ rule_type }) => action.ruleTypes.includes(rule_type))) {
      throw invalid(pathOf('type'), 'alerts.ACTION_TYPES', { types: [...action.ruleTypes] })
    }
    const names = action.fields.flatMap((field) =>
      field.kind === 'coverage' ? ['cover_type', 'server_ids_json'] : [field.name],
    )
    const unused = Object.keys(input).find((name) => name !== 'type' && !names.includes(name))
    if (unused !== undefined) throw invalid(pathOf(unused), 'alerts.NOT_OF_ACTION', { type: action.type })
    const options = action.fields.map((field) => readField(field, input, pathOf))
    return { type: action.type, ...(Object.assign({}, ...options) as ActionOptions) }
  }

  return {
    /**
     * The stored form; throws 422 with the invalid field. Actions that the rule already has are accepted even while their
     * plugin is not running, and after their servers were deleted.
     */
    parse(
      inputs: readonly RuleAction[],
      conditions: readonly Condition[],
      before: readonly RuleAction[],
    ): RuleAction[] {
      const known = new Set(before.map((one) => JSON.stringify(one)))
      return inputs.map((input, index) => {
        const isKnown = known.has(JSON.stringify(input))
        const action = actions.get(input.type)
        const suits = !action || conditions.every(({ rule_type }) => action.ruleTypes.includes(rule_type))
        return isKnown && suits ? input : parseOne(input, index, conditions)
      })
    },
  }
}
