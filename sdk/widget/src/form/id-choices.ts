import { useServers } from '../hooks/live.ts'
import { useServiceMonitors } from '../hooks/monitors.ts'
import type { ControlKind } from './control.ts'

/** The strings that name one of a list of things. */
export type IdKind = Extract<ControlKind, 'serverId' | 'monitorId'>

/** Something that can be chosen by its name. */
export interface IdChoice {
  readonly value: string
  readonly label: string
}

const choicesOf = (things: readonly { readonly id: string; readonly name: string }[]): readonly IdChoice[] =>
  things.map(({ id, name }) => ({ value: id, label: name }))

/** A hook for each kind: what there is to choose from. */
export const idChoices: Readonly<Record<IdKind, () => readonly IdChoice[]>> = {
  serverId: () => choicesOf(useServers()),
  monitorId: () => choicesOf(useServiceMonitors().data ?? []),
}

export const isIdKind = (kind: string): kind is IdKind => Object.hasOwn(idChoices, kind)
