export type { ActionContext, ActionDefinition } from './action.ts'
export { createActionsHelper } from './actions-helper.tsx'
export { isCompatible } from './compatible.ts'
export {
  type ActionsHelper,
  type ConfigSchema,
  defineWidget,
  isWidgetModule,
  type WidgetComponentProps,
  type WidgetModule,
} from './define-widget.ts'
export { ConfigForm, type ConfigFormProps, renderConfigForm } from './form/config-form.tsx'
export { type Shape, shapeOf } from './form/shape-of.ts'
export * from './hooks.ts'
export type { SizingStrategy, WidgetCategory, WidgetManifest, WidgetSizing } from './manifest.ts'
export { type DerivedMetric, type MetricPath, type MetricValue, metricAt, metricPaths } from './metric-path.ts'
export {
  type ConfirmOptions,
  createWidgetRuntime,
  getRuntime,
  type NotifyOptions,
  resetRuntime,
  type ThemeSnapshot,
  type TopicState,
  type WidgetMutation,
  type WidgetQuery,
  type WidgetRuntime,
} from './runtime.ts'
export type { CapabilityName, ServerStatus, ServerSummary } from './servers.ts'
export { ManifestError, validateManifest } from './validate-manifest.ts'
export { SDK_VERSION } from './version.ts'
export { type Infer, secondsOf, type ZodObject, type ZodSchema, type ZodType, type ZodTypeAny, z } from './z.ts'
