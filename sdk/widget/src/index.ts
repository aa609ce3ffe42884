export type { ActionContext, ActionDefinition } from './action.js'
export { createActionsHelper } from './actions-helper.js'
export { isCompatible } from './compatible.js'
export {
  type ActionsHelper,
  type ConfigSchema,
  defineWidget,
  isWidgetModule,
  type WidgetComponentProps,
  type WidgetModule,
} from './define-widget.js'
export { ConfigForm, type ConfigFormProps, renderConfigForm } from './form/config-form.js'
export * from './hooks.js'
export type { SizingStrategy, WidgetCategory, WidgetManifest, WidgetSizing } from './manifest.js'
export { type DerivedMetric, type MetricPath, type MetricValue, metricAt, metricPaths } from './metric-path.js'
export {
  type ConfirmOptions,
  createWidgetRuntime,
  getRuntime,
  type NotifyOptions,
  resetRuntime,
  type ThemeSnapshot,
  type WidgetMutation,
  type WidgetQuery,
  type WidgetRuntime,
} from './runtime.js'
export type { CapabilityName, ServerStatus, ServerSummary } from './servers.js'
export { ManifestError, validateManifest } from './validate-manifest.js'
export { SDK_VERSION } from './version.js'
export { type Infer, secondsOf, type ZodObject, type ZodSchema, type ZodType, type ZodTypeAny, z } from './z.js'
