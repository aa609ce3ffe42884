import type { ComponentType, ReactNode } from 'react'
import { Contribution } from './contribution.tsx'
import type { Fill } from './fill.ts'
import { onDemand } from './on-demand.tsx'
import { useRegistry } from './registry-context.tsx'

/** An extension point on a page for other plugins. `Props` is what each contribution receives. */
export interface SlotRef<Props extends object> {
  readonly id: string
  /** phantom type, never set */
  readonly props?: Props
}

/** Declares a slot; `id` is `<plugin>.<name>`. Export it beside the page refs so that others can fill it. */
export const slot = <Props extends object>(id: string): SlotRef<Props> => ({ id })

/** Fills a slot. `component` imports the module whose default export takes the slot's props. */
export function fill<Props extends object>(
  ref: SlotRef<Props>,
  options: {
    id: string
    order: number
    title?: string
    component: () => Promise<{ default: ComponentType<Props> }>
  },
): Fill {
  const { id, order, title, component } = options
  // The registry holds fills of many slots; `Slot` hands each the props its own ref was typed with.
  const load = component as unknown as () => Promise<{ default: ComponentType<object> }>
  return { slot: ref.id, id, order, title, Component: onDemand(load) }
}

/** One contribution, for pages with their own layout (tabs, for example). */
export interface SlotContent<Props extends object> {
  readonly id: string
  readonly plugin: string
  /** key in the texts of `plugin` */
  readonly title: string | undefined
  /** renders the contribution in its own error boundary and text scope */
  readonly render: (props: Props, pending?: ReactNode) => ReactNode
}

/** The contributions to a slot, in order. */
export function useSlot<Props extends object>(ref: SlotRef<Props>): readonly SlotContent<Props>[] {
  const fills = useRegistry().fills.get(ref.id) ?? []
  return fills.map(({ plugin, item: { id, title, Component } }) => ({
    id,
    plugin,
    title,
    render: (props, pending) => (
      <Contribution key={id} plugin={plugin} pending={pending}>
        <Component {...props} />
      </Contribution>
    ),
  }))
}

/**
 * Shows every contribution to a slot, each in its own error boundary.
 *
 * @example
 * <Slot of={serverSections} serverId={id} />
 */
export function Slot<Props extends object>({ of, ...props }: { of: SlotRef<Props> } & Props): ReactNode {
  return useSlot(of).map((content) => content.render(props as unknown as Props))
}
