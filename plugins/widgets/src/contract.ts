import { type ServiceRef, service } from '@svc/plugin-sdk'

/** The widget modules of this installation. */
export interface WidgetCatalog {
  /** installed and enabled */
  has(moduleId: string): boolean
}

export const widgetCatalog: ServiceRef<WidgetCatalog> = service('widgets.catalog')
