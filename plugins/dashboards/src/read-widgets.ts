import { randomUUID } from 'node:crypto'
import { badRequest, invalid } from '@svc/plugin-sdk'
import { boardColumns, type WidgetInput } from './board-schema.ts'
import type { WidgetRow } from './boards-store.ts'

/** Bytes of one widget's configuration. */
const mostConfig = 16 * 1024
/** Objects and lists within each other; what is far deeper can be read, but not written again. */
const deepest = 32

/** Says which kinds of widgets a board may have. */
export interface KnownTypes {
  hasType(type: string): boolean
  hasModule(id: string): boolean
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** No body of a request may have these members: a configuration that has one could be shown, but never be sent again. */
const isUnsendable = (one: object): boolean =>
  Object.hasOwn(one, '__proto__') ||
  (Object.hasOwn(one, 'constructor') && isObject(one.constructor) && Object.hasOwn(one.constructor, 'prototype'))

/** What is wrong with a configuration; undefined when it can be stored, and sent again. */
function brokenRule(config: object): string | undefined {
  let level = [config]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > deepest) return `must not be nested deeper than ${deepest} levels`
    if (level.some(isUnsendable)) return 'must not have a member __proto__ or constructor.prototype'
    level = level.flatMap((one) => Object.values(one).filter((inner) => typeof inner === 'object' && inner !== null))
  }
  return undefined
}

/** The text that is stored of a configuration. Throws 422 when it is no JSON object, too deep, too long, or could not be sent back. */
export function configText(field: string, value: unknown): string {
  let config = value
  if (typeof value === 'string') {
    try {
      config = JSON.parse(value)
    } catch {
      throw invalid(field, 'must be the JSON text of an object')
    }
  }
  if (!isObject(config)) throw invalid(field, 'must be an object')
  const rule = brokenRule(config)
  if (rule) throw invalid(field, rule)
  const text = JSON.stringify(config)
  if (Buffer.byteLength(text) > mostConfig) throw invalid(field, `must have at most ${mostConfig} bytes as JSON`)
  return text
}

const clean = (title: string | null | undefined) => title?.trim() || null

/**
 * The rows of what was sent, in its order. Widgets keep their ids when `before` has them, others get new ones. What is
 * there already may stay although its plugin is off now, or its module gone. Throws 400 for an unknown kind of widget, 422 for the rest.
 */
export function readWidgets(
  inputs: readonly WidgetInput[],
  { boardId, before, known, now }: { boardId: string; before: readonly WidgetRow[]; known: KnownTypes; now: number },
): WidgetRow[] {
  const rest = new Map(before.map((row) => [row.id, row]))
  return inputs.map((input, index) => {
    const field = (name: string) => `widgets.${index}.${name}`
    const old = input.id === undefined ? undefined : rest.get(input.id)
    if (old) rest.delete(old.id)
    const { widget_type } = input
    const module_id = widget_type === 'module' ? (input.module_id ?? null) : null
    const isKept = old?.widget_type === widget_type && old.module_id === module_id
    if (!isKept) {
      if (widget_type !== 'module' && !known.hasType(widget_type)) {
        throw badRequest(`${field('widget_type')}: there is no widget of this type`)
      }
      if (widget_type === 'module' && !module_id) throw badRequest(`${field('module_id')}: a module widget needs one`)
      if (module_id && !known.hasModule(module_id)) {
        throw badRequest(`${field('module_id')}: no module with this id is installed`)
      }
    }
    const { grid_x, grid_y, grid_w, grid_h } = input
    if (grid_x + grid_w > boardColumns) throw invalid(field('grid_w'), `must end within ${boardColumns} columns`)
    return {
      id: old?.id ?? randomUUID(),
      board_id: boardId,
      widget_type,
      module_id,
      title: clean(input.title),
      config_json: configText(field('config'), input.config ?? input.config_json ?? {}),
      grid_x,
      grid_y,
      grid_w,
      grid_h,
      sort_order: input.sort_order ?? index,
      created_at: old?.created_at ?? now,
    }
  })
}
