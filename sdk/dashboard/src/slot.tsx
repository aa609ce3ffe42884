import { type ComponentType, type ReactNode, useMemo } from 'react'
import type { ApiQuery } from './api/query.ts'
import { Contribution } from './contribution.tsx'
import type { Fill, FirstContributions } from './fill.ts'
import { type Code, onDemand } from './on-demand.tsx'
import type { Contributed } from './registry.ts'
import { useRegistry } from './registry-context.tsx'
import type { SlotRef } from './slot-ref.ts'

/** Declares a slot; `id` is `<plugin>.<name>`. Export it beside the page refs so that others can fill it. */
export const slot = <Props extends object, Declared = undefined>(id: string): SlotRef<Props, Declared> => ({ id })

/** A contribution to a slot, as `fill` takes it. */
export type FillOptions<Props extends object, Declared = undefined> = FillBasics<Props> &
  (undefined extends Declared ? unknown : { readonly declared: Declared })

interface FillBasics<Props extends object> {
  /** unique within the slot */
  readonly id: string
  /** ascending; leave gaps of ten */
  readonly order: number
  /** key in the plugin's labels, for slots that show a heading or tab per contribution */
  readonly title?: string
  /** for slots that group their contributions, as `serverTabs` does */
  readonly group?: string
  /**
   * Whether the contribution has anything to show for these props, read on every render: a tab for hosts that run Docker,
   * for example. Leave it out if it always has.
   */
  readonly when?: (props: Props) => boolean
  /** what the component queries first, if that is always the same: requested with its code when a page opens with it */
  readonly data?: readonly ApiQuery[]
  /** slots of which the component shows some contributions at once */
  readonly opensWith?: readonly FirstContributions[]
  /** code besides its own that the component shows at once, such as `chartCode` */
  readonly needs?: readonly Code[]
  readonly component: () => Promise<{ default: ComponentType<Props> }>
}

/** Fills a slot. `component` imports the module whose default export takes the slot's props. */
export function fill<Props extends object, Declared>(
  ref: SlotRef<Props, Declared>,
  options: FillOptions<Props, Declared>,
): Fill {
  const { id, order, title, group, data = [], opensWith = [], needs = [], component } = options
  const when = options.when as Fill['when']
  const { declared } = options as { readonly declared?: unknown }
  // The registry holds fills of many slots; `Slot` hands each the props its own ref was typed with.
  const load = component as unknown as () => Promise<{ default: ComponentType<object> }>
  const Component = onDemand(load)
  return {
    slot: ref.id,
    id,
    order,
    title,
    group,
    when,
    data,
    opensWith,
    needs,
    declared,
    code: Component.code,
    Component,
  }
}

/** One contribution, for pages with their own layout (tabs, for example). */
export interface SlotContent<Props extends object, Declared = undefined> {
  readonly id: string
  readonly plugin: string
  /** key in the texts of `plugin` */
  readonly title: string | undefined
  readonly group: string | undefined
  /** what it declares, for slots that ask for it */
  readonly declared: Declared
  /** renders the contribution in its own error boundary and text scope */
  readonly render: (props: Props, pending?: ReactNode) => ReactNode
}

/** A page must not fail because of what others add to it. */
function isShown(plugin: string, { id, when }: Fill, props: object): boolean {
  try {
    return when === undefined || when(props)
  } catch (error) {
    console.error(`when() of ${id} of plugin ${plugin} failed`, error)
    return false
  }
}

const none: readonly Contributed<Fill>[] = []

/**
 * The contributions to a slot in order: those that have something to show for `props`, or all without `props`. Without
 * `props` it is the same array while the same plugins run.
 */
export function useSlot<Props extends object, Declared>(
  ref: SlotRef<Props, Declared>,
  props?: Props,
): readonly SlotContent<Props, Declared>[] {
  const fills = useRegistry().fills.get(ref.id) ?? none
  return useMemo(
    () =>
      fills
        .filter(({ plugin, item }) => props === undefined || isShown(plugin, item, props))
        .map(({ plugin, item: { id, title, group, declared, Component } }) => ({
          id,
          plugin,
          title,
          group,
          declared: declared as Declared,
          render: (shown, pending) => (
            <Contribution key={id} plugin={plugin} pending={pending}>
              <Component {...shown} />
            </Contribution>
          ),
        })),
    [fills, props],
  )
}

/**
 * Shows every contribution to a slot, each in its own error boundary.
 *
 * @example
 * <Slot of={serverBadges} server={server} where="row" />
 */
export function Slot<Props extends object>(props: { of: SlotRef<Props>; pending?: ReactNode } & Props): ReactNode {
  const { of, pending, ...rest } = props
  const slotProps = rest as unknown as Props
  return useSlot(of, slotProps).map((content) => content.render(slotProps, pending))
}
