import type { WidgetCategory, WidgetModule, WidgetSizing } from '@svc/widget-sdk'
import type { Page } from './page.ts'

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

/** Why a kind of widget that boards have stored cannot be shown now. */
export interface WidgetObstacle {
  /** what it is called, where that is known */
  readonly name?: string
  /** the reason: a key in the texts of the plugin that says so, with what is filled in */
  readonly text: string
  readonly values?: Readonly<Record<string, string>>
  /** where something can be done about it, for those who may open it */
  readonly page?: Page
}

/** Kinds of widgets that come and go while the dashboard runs. */
export interface WidgetSource {
  /** the same array until something changes */
  get(): readonly WidgetType[]
  subscribe(listener: () => void): () => void
  /** why it does not have a type, when the type would be its own; asked again after every change */
  obstacle?(type: string): WidgetObstacle | undefined
}
