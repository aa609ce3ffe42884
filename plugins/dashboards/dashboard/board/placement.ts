import type { BoardWidget, WidgetInput } from '@svc/plugin-dashboards/contract'
import { type Cell, maxRow, maxRows } from '../layout/cell.ts'

/** The configuration of a widget, without the keys that belong to the board. */
export type Config = Readonly<Record<string, unknown>>

/** Merges `patch` into a configuration like the server does; null removes a key. */
export const applyPatch = (config: Config, patch: Config): Config =>
  Object.fromEntries(Object.entries({ ...config, ...patch }).filter(([name]) => patch[name] !== null))

/** The stored size of a configuration. */
export const bytesOf = (config: Config): number => new TextEncoder().encode(JSON.stringify(config)).length

/** A widget with its position on the board. */
export interface Placement extends Cell {
  /** as `WidgetType`: `gauge`, or `module:<id>` */
  readonly type: string
  readonly title: string
  readonly config: Config
  /** locked: not moved, resized or pushed away */
  readonly isStatic: boolean
}

const modulePrefix = 'module:'

/** The module id of a widget type; undefined for built-in types. */
export const moduleOf = (type: string): string | undefined =>
  type.startsWith(modulePrefix) ? type.slice(modulePrefix.length) : undefined

export function toPlacement(widget: BoardWidget): Placement {
  const { is_static, ...config } = widget.config
  return {
    id: widget.id,
    type: widget.widget_type === 'module' ? `${modulePrefix}${widget.module_id ?? ''}` : widget.widget_type,
    title: widget.title ?? '',
    config,
    isStatic: is_static === true,
    x: widget.grid_x,
    y: widget.grid_y,
    w: widget.grid_w,
    h: widget.grid_h,
  }
}

/** Clamps position and height to what can be stored; widgets sized by their content may exceed it on screen. */
export function toWidgetInput({ id, type, title, config, isStatic, x, y, w, h }: Placement): WidgetInput {
  const module_id = moduleOf(type)
  return {
    id,
    ...(module_id === undefined ? { widget_type: type } : { widget_type: 'module', module_id }),
    title: title || null,
    config: isStatic ? { ...config, is_static: true } : { ...config },
    grid_x: x,
    grid_y: Math.min(y, maxRow),
    grid_w: w,
    grid_h: Math.min(h, maxRows),
  }
}
