import { randomUUID } from 'node:crypto'
import { badRequest, type CodedText, invalid, text } from '@svc/plugin-sdk'
import { boardColumns, type WidgetInput } from './board-schema.ts'
import type { WidgetRow } from './boards-store.ts'

const maxConfigBytes = 16 * 1024
/** JSON that is nested far deeper can be parsed, but not serialized again. */
const maxDepth = 32

/** The widget types and modules that are available. */
export interface AvailableTypes {
  hasType(type: string): boolean
  hasModule(id: string): boolean
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Requests with these keys are rejected, so a configuration that contains them could be read but never saved again. */
const hasForbiddenKey = (object: object): boolean =>
  Object.hasOwn(object, '__proto__') ||
  (Object.hasOwn(object, 'constructor') &&
    isObject(object.constructor) &&
    Object.hasOwn(object.constructor, 'prototype'))

/** The validation error of a configuration; undefined if it is valid. */
function configError(config: object): CodedText | undefined {
  let level = [config]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > maxDepth) return text('dashboards.CONFIG_DEPTH', { limit: maxDepth })
    if (level.some(hasForbiddenKey)) return text('dashboards.CONFIG_KEYS')
    level = level.flatMap((parent) =>
      Object.values(parent).filter((child) => typeof child === 'object' && child !== null),
    )
  }
  return undefined
}

/** Validates a configuration and serializes it for storage. Throws 422. */
export function serializeConfig(field: string, value: unknown): string {
  let config = value
  if (typeof value === 'string') {
    try {
      config = JSON.parse(value)
    } catch {
      throw invalid(field, 'dashboards.VALID_JSON')
    }
  }
  if (!isObject(config)) throw invalid(field, 'kernel.MUST_BE_OBJECT')
  const rule = configError(config)
  if (rule) throw invalid(field, rule.code, rule.params)
  const json = JSON.stringify(config)
  if (Buffer.byteLength(json) > maxConfigBytes)
    throw invalid(field, 'dashboards.CONFIG_SIZE', { limit: { value: maxConfigBytes, unit: 'bytes' } })
  return json
}

const normalizeTitle = (title: string | null | undefined) => title?.trim() || null

/**
 * Converts the widgets of a request to rows. Widgets that are in `before` keep their ids, others get new ones. Existing
 * widgets are accepted even if their plugin or module is no longer available. Throws 400 for an unknown widget type, 422
 * for other errors.
 */
export function parseWidgets(
  inputs: readonly WidgetInput[],
  {
    boardId,
    before,
    available,
    now,
  }: { boardId: string; before: readonly WidgetRow[]; available: AvailableTypes; now: number },
): WidgetRow[] {
  const remaining = new Map(before.map((row) => [row.id, row]))
  return inputs.map((input, index) => {
    const field = (name: string) => `widgets.${index}.${name}`
    const old = input.id === undefined ? undefined : remaining.get(input.id)
    if (old) remaining.delete(old.id)
    const { widget_type } = input
    const module_id = widget_type === 'module' ? (input.module_id ?? null) : null
    const isUnchanged = old?.widget_type === widget_type && old.module_id === module_id
    if (!isUnchanged) {
      if (widget_type !== 'module' && !available.hasType(widget_type)) {
        throw badRequest('dashboards.UNKNOWN_WIDGET_TYPE', { field: field('widget_type') })
      }
      if (widget_type === 'module' && !module_id) {
        throw badRequest('dashboards.MODULE_REQUIRED', { field: field('module_id') })
      }
      if (module_id && !available.hasModule(module_id)) {
        throw badRequest('dashboards.MODULE_NOT_INSTALLED', { field: field('module_id') })
      }
    }
    const { grid_x, grid_y, grid_w, grid_h } = input
    if (grid_x + grid_w > boardColumns)
      throw invalid(field('grid_w'), 'dashboards.WITHIN_COLUMNS', { columns: boardColumns })
    return {
      id: old?.id ?? randomUUID(),
      board_id: boardId,
      widget_type,
      module_id,
      title: normalizeTitle(input.title),
      config_json: serializeConfig(field('config'), input.config ?? input.config_json ?? {}),
      grid_x,
      grid_y,
      grid_w,
      grid_h,
      sort_order: input.sort_order ?? index,
      created_at: old?.created_at ?? now,
    }
  })
}
