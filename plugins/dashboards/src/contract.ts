import { type PointRef, point } from '@svc/plugin-sdk'

export type { Board, BoardFile, BoardWidget, BoardWithWidgets, WidgetInput } from './board-schema.ts'

/** A kind of widget that comes with a plugin's dashboard. */
export interface BuiltinWidget {
  /** as boards store it, for example `gauge` */
  readonly type: string
}

/** The built-in kinds of widgets of the running plugins; boards accept no others. Keyed by type. */
export const widgetTypes: PointRef<BuiltinWidget> = point('dashboards.widgetTypes', (item) => item.type)
