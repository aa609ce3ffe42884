import { useServers } from '../hooks/live.ts'
import { useServiceMonitors } from '../hooks/monitors.ts'
import type { ControlKind } from './control.ts'

/** String types that hold the id of an existing object. */
export type IdKind = Extract<ControlKind, 'serverId' | 'monitorId'>

/** An object to choose by name. */
export interface IdChoice {
  readonly value: string
  readonly label: string
}

const toChoices = (items: readonly { readonly id: string; readonly name: string }[]): readonly IdChoice[] =>
  items.map(({ id, name }) => ({ value: id, label: name }))

/** Hooks that list the choices of each kind. */
export const idChoices: Readonly<Record<IdKind, () => readonly IdChoice[]>> = {
  serverId: () => toChoices(useServers()),
  monitorId: () => toChoices(useServiceMonitors().data ?? []),
}

export const isIdKind = (kind: string): kind is IdKind => Object.hasOwn(idChoices, kind)
