import type { WidgetCategory, WidgetModule, WidgetSizing } from '@svc/widget-sdk'
import type { Page } from './page.ts'

/** A widget type: built in, or from an installed module. */
export interface WidgetType {
  /** as stored in dashboards: `gauge`, or `module:<id>` for installed modules */
  readonly type: string
  /** display name: a translation key of the plugin for built-in widgets, plain text for modules */
  readonly name: string
  /** one line for the picker; key or text, like `name` */
  readonly description?: string
  readonly category: WidgetCategory
  readonly sizing: WidgetSizing
  /** imports the module; its default export is created by `defineWidget` */
  readonly load: () => Promise<{ default: WidgetModule }>
}

/** Why a widget type stored in a dashboard is unavailable. */
export interface UnavailableReason {
  /** display name of the widget, if known */
  readonly name?: string
  /** a translation key of the plugin; interpolated with `values` */
  readonly text: string
  readonly values?: Readonly<Record<string, string>>
  /** the page to fix it on, linked for users who may open it */
  readonly page?: Page
}

/** Widget types that change while the dashboard is open. */
export interface WidgetSource {
  /** returns the same array until something changes */
  get(): readonly WidgetType[]
  subscribe(listener: () => void): () => void
  /** the reason for a missing type that belongs to this source; evaluated again after every change */
  unavailableReason?(type: string): UnavailableReason | undefined
}
