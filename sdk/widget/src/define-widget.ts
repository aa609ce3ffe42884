import type { ComponentType, ReactNode } from 'react'
import type { z } from 'zod'
import type { ActionDefinition } from './action.js'

/** What a widget's configuration must look like: a Zod object. */
export type ConfigSchema = z.ZodObject

/** What the component of a widget receives. */
export interface WidgetComponentProps<Config> {
  /** parsed by the widget's schema */
  readonly config: Config
  /** in cells of the board */
  readonly size: { readonly w: number; readonly h: number }
  /** the board is being edited: show something calm, and start nothing */
  readonly isEditing: boolean
  readonly actions: ActionsHelper
  /** this placement of the widget; `useConfigUpdate` takes it */
  readonly instanceId: string
}

/** Renders the buttons of a widget's actions. */
export interface ActionsHelper {
  /** The button of the action `id`; nothing when there is no such action. */
  render(id: string): ReactNode
}

const brand = Symbol.for('svc.widget')

/** What `defineWidget` makes: the default export of a widget module. */
export interface WidgetModule<Schema extends ConfigSchema = ConfigSchema> {
  readonly configSchema: Schema
  readonly component: ComponentType<WidgetComponentProps<z.output<Schema>>>
  readonly actions: readonly ActionDefinition[]
}

/**
 * Declares a widget. Throws when there is no component, and when two actions share an id.
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
  const ids = actions.map(({ id }) => id)
  const twice = ids.find((id, index) => ids.indexOf(id) !== index)
  if (twice !== undefined) throw new TypeError(`two actions have the id ${twice}`)
  return Object.freeze({ [brand]: true, configSchema, component, actions })
}

/** Whether a value came out of `defineWidget`, of whatever copy of this package. */
export const isWidgetModule = (value: unknown): value is WidgetModule =>
  typeof value === 'object' && value !== null && (value as Record<symbol, unknown>)[brand] === true
