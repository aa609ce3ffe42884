import { type PointRef, point } from '@svc/plugin-sdk'

export type { Board, BoardFile, BoardWidget, BoardWithWidgets, WidgetInput } from './board-schema.ts'

/** A widget type that a plugin's dashboard provides. */
export interface BuiltinWidget {
  /** as stored in boards, for example `gauge` */
  readonly type: string
}

/** The built-in widget types of the running plugins; boards accept no others. Keyed by type. */
export const widgetTypes: PointRef<BuiltinWidget> = point('dashboards.widgetTypes', (item) => item.type)
