import { type ServiceRef, service } from '@svc/plugin-sdk'

/** As `GET /api/widget-modules` lists it. */
export type { Module as InstalledModule } from './module-schema.ts'

/** The widget modules of this installation. */
export interface WidgetCatalog {
  /** whether it is installed and enabled */
  has(moduleId: string): boolean
}

export const widgetCatalog: ServiceRef<WidgetCatalog> = service('widgets.catalog')
