/**
 * An extension point on a page for other plugins. `Props` is what each contribution receives, `Declared` what it says about
 * itself without loading its code.
 */
export interface SlotRef<Props extends object, Declared = unknown> {
  readonly id: string
  /** phantom type, never set */
  readonly props?: Props
  /** phantom type, never set */
  readonly declared?: Declared
}
