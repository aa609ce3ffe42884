import type { ComponentType, ReactNode } from 'react'
import type { z } from 'zod'
import type { ActionDefinition } from './action.ts'

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

/** Not every author has a compiler that says so. Of whatever copy of Zod 4. */
const isObjectSchema = (schema: unknown): boolean =>
  (schema as { _zod?: { def?: { type?: unknown } } } | undefined)?._zod?.def?.type === 'object'

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

/** What `defineWidget` makes: the default export of a widget module. */
export interface WidgetModule<Schema extends ConfigSchema = ConfigSchema> {
  readonly configSchema: Schema
  readonly component: ComponentType<WidgetComponentProps<z.output<Schema>>>
  readonly actions: readonly ActionDefinition[]
}

/**
 * Declares a widget. Throws when there is no component, when the schema is no `z.object()`, when an action lacks its id, label or
 * `run`, and when two actions share an id.
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
  if (!isObjectSchema(configSchema)) throw new TypeError('configSchema must be a z.object() schema')
  checkActions(actions)
  return Object.freeze({ [brand]: true, configSchema, component, actions })
}

/** Whether a value came out of `defineWidget`, of whatever copy of this package. */
export const isWidgetModule = (value: unknown): value is WidgetModule =>
  typeof value === 'object' && value !== null && (value as Record<symbol, unknown>)[brand] === true
