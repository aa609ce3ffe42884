import type { WidgetCategory, WidgetModule, WidgetSizing } from '@svc/widget-sdk'

/** A kind of widget that boards can show: built in, or from an installed module. */
export interface WidgetType {
  /** as boards store it: `gauge`, or `module:<id>` for installed modules */
  readonly type: string
  /** shown name: a key in the plugin's texts for built-in widgets, the text itself for modules */
  readonly name: string
  /** one line for the picker, as `name` */
  readonly description?: string
  readonly category: WidgetCategory
  readonly sizing: WidgetSizing
  /** imports the module whose default export was made by `defineWidget` */
  readonly load: () => Promise<{ default: WidgetModule }>
}

/** Kinds of widgets that come and go while the dashboard runs. */
export interface WidgetSource {
  /** the same array until something changes */
  get(): readonly WidgetType[]
  subscribe(listener: () => void): () => void
}
