import type { BoardWidget, WidgetInput } from '@svc/plugin-dashboards/contract'
import { type Cell, lowestRow, mostRows } from '../layout/cell.ts'

/** The configuration of a widget: its own members, without what belongs to the board. */
export type Config = Readonly<Record<string, unknown>>

/** A configuration with the members of `patch`; those that are null there are taken out, as the server does it. */
export const patched = (config: Config, patch: Config): Config =>
  Object.fromEntries(Object.entries({ ...config, ...patch }).filter(([name]) => patch[name] !== null))

/** Bytes that a configuration takes where it is stored. */
export const bytesOf = (config: Config): number => new TextEncoder().encode(JSON.stringify(config)).length

/** A widget at its place. */
export interface Placement extends Cell {
  /** as `WidgetType`: `gauge`, or `module:<id>` */
  readonly type: string
  readonly title: string
  readonly config: Config
  /** neither moved nor resized, nor pushed away */
  readonly isStatic: boolean
}

const modulePrefix = 'module:'

/** Id of the module that a type is of. */
export const moduleOf = (type: string): string | undefined =>
  type.startsWith(modulePrefix) ? type.slice(modulePrefix.length) : undefined

export function placementOf(widget: BoardWidget): Placement {
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

/** As it is stored: what its content makes endless is stored as high as may be, and shown as high as it is all the same. */
export function inputOf({ id, type, title, config, isStatic, x, y, w, h }: Placement): WidgetInput {
  const module_id = moduleOf(type)
  return {
    id,
    ...(module_id === undefined ? { widget_type: type } : { widget_type: 'module', module_id }),
    title: title || null,
    config: isStatic ? { ...config, is_static: true } : { ...config },
    grid_x: x,
    grid_y: Math.min(y, lowestRow),
    grid_w: w,
    grid_h: Math.min(h, mostRows),
  }
}
