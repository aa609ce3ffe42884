export type { ActionContext, ActionDefinition } from './action.js'
export {
  type ActionsHelper,
  type ConfigSchema,
  defineWidget,
  isWidgetModule,
  type WidgetComponentProps,
  type WidgetModule,
} from './define-widget.js'
export type { SizingStrategy, WidgetCategory, WidgetManifest, WidgetSizing } from './manifest.js'
export type {
  ConfirmOptions,
  NotifyOptions,
  ThemeSnapshot,
  WidgetMutation,
  WidgetQuery,
  WidgetRuntime,
} from './runtime.js'
export type { ServerStatus, ServerSummary } from './servers.js'
