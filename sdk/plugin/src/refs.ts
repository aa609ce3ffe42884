/**
 * References: an id with a type. Equality is by id, so two installed copies of a package still meet.
 * The owner exports them from its `contract.ts`; ids are `<plugin>.<camelCaseName>`.
 */
declare const type: unique symbol

/** Names a service of type `T`; equal ids mean the same service. */
export interface ServiceRef<T> {
  readonly kind: 'service'
  readonly id: string
  readonly [type]?: T
}
/** A service that may be missing. Made by `optional`. */
export interface OptionalRef<T> {
  readonly kind: 'optional'
  readonly ref: ServiceRef<T>
}
/** Names an extension point whose items are of type `T`. Made by `point`. */
export interface PointRef<T> {
  readonly kind: 'point'
  readonly id: string
  keyOf(item: T, contributor: string): string
}
/** Names an event whose payload is of type `T`. Made by `event`. */
export interface EventRef<T> {
  readonly kind: 'event'
  readonly id: string
  readonly [type]?: (payload: T) => void
}

/** A service one plugin provides and others require. */
export const service = <T>(id: string): ServiceRef<T> => ({ kind: 'service', id })

/** The consumer's choice: the requirement resolves to `undefined` when no running plugin provides it. */
export const optional = <T>(ref: ServiceRef<T>): OptionalRef<T> => ({ kind: 'optional', ref })

/**
 * An extension point. `keyOf` names an item; keys are unique within the point. It also learns the id of the plugin that
 * contributes, and may throw with what is wrong: then that plugin fails.
 */
export const point = <T>(id: string, keyOf: (item: T, contributor: string) => string): PointRef<T> => ({
  kind: 'point',
  id,
  keyOf,
})

/** An event, delivered after commit. */
export const event = <T>(id: string): EventRef<T> => ({ kind: 'event', id })

/** The items contributed to a point. Read it at use time, never in `setup`: later plugins have not contributed yet. */
export interface Registry<T> {
  all(): readonly T[]
  get(key: string): T | undefined
}

/** One item on its way to a point. Made by `contribute`. */
export interface Contribution {
  readonly kind: 'contribution'
  readonly point: PointRef<never>
  readonly item: unknown
}

/** Contributes items to a point. If the point's owner is not running they are dropped: that is how optional works. */
export const contribute = <T>(to: PointRef<T>, ...items: T[]): Contribution[] =>
  items.map((item) => ({ kind: 'contribution', point: to as PointRef<never>, item }))

/** A subscription to an event. Made by `listen`. */
export interface Listener {
  readonly kind: 'listener'
  readonly event: EventRef<never>
  readonly run: (payload: never) => void | Promise<void>
}

/** Listens to a fact. A failing listener is logged and never fails the emitter. */
export const listen = <T>(to: EventRef<T>, run: (payload: T) => void | Promise<void>): Listener => ({
  kind: 'listener',
  event: to as EventRef<never>,
  run: run as (payload: never) => void | Promise<void>,
})
