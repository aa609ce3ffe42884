import type { ComponentType, ReactNode } from 'react'
import type { z } from 'zod'
import type { ActionDefinition } from './action.ts'
import { isObjectSchema } from './form/shape-of.ts'

/** The schema of a widget's configuration: any Zod schema whose output is an object. */
export type ConfigSchema = z.ZodType<object>

/** Props of a widget's component. */
export interface WidgetComponentProps<Config> {
  /** validated by the widget's schema */
  readonly config: Config
  /** in grid cells */
  readonly size: { readonly w: number; readonly h: number }
  /** the dashboard is in edit mode: avoid animations and actions */
  readonly isEditing: boolean
  readonly actions: ActionsHelper
  /** id of this widget instance, for `useConfigUpdate` */
  readonly instanceId: string
}

/** Renders the buttons of a widget's actions. */
export interface ActionsHelper {
  /** Renders the button of action `id`; nothing if it does not exist. */
  render(id: string): ReactNode
}

const brand = Symbol.for('svc.widget')

function checkActions(actions: readonly ActionDefinition[]): void {
  if (!Array.isArray(actions)) throw new TypeError('actions must be an array')
  const ids = new Set<string>()
  for (const action of actions as readonly (Partial<ActionDefinition> | null | undefined)[]) {
    const { id, label, run } = action ?? {}
    const isWhole = [id, label].every((text) => typeof text === 'string' && text !== '') && typeof run === 'function'
    if (!isWhole) throw new TypeError(`action ${JSON.stringify(id)} must have an id, a label and a run function`)
    if (ids.has(id as string)) throw new TypeError(`duplicate action id ${id}`)
    ids.add(id as string)
  }
}

/** The result of `defineWidget`: the default export of a widget module. */
export interface WidgetModule<Schema extends ConfigSchema = ConfigSchema> {
  readonly configSchema: Schema
  readonly component: ComponentType<WidgetComponentProps<z.output<Schema>>>
  readonly actions: readonly ActionDefinition[]
}

/**
 * Defines a widget. Throws if the component is missing, the output of the schema is no object, an action lacks its id, label or
 * `run`, or two actions share an id.
 *
 * @example
 * export default defineWidget({
 *   configSchema: z.object({ server: z.serverId() }),
 *   component: ({ config }) => <p>{useServer(config.server)?.name}</p>,
 * })
 */
export function defineWidget<Schema extends ConfigSchema>(
  widget: Omit<WidgetModule<Schema>, 'actions'> & Partial<Pick<WidgetModule<Schema>, 'actions'>>,
): WidgetModule<Schema> {
  const { configSchema, component, actions = [] } = widget
  const isComponent = typeof component === 'function' || (typeof component === 'object' && component !== null)
  if (!isComponent) throw new TypeError('component is missing')
  // Checked at run time too, for authors without TypeScript.
  if (!isObjectSchema(configSchema)) throw new TypeError('configSchema must be a Zod schema whose output is an object')
  checkActions(actions)
  return Object.freeze({ [brand]: true, configSchema, component, actions })
}

/** Whether a value was created by `defineWidget`, by any copy of this package. */
export const isWidgetModule = (value: unknown): value is WidgetModule =>
  typeof value === 'object' && value !== null && (value as Record<symbol, unknown>)[brand] === true
