/** An extension point on a page for other plugins. `Props` is what each contribution receives. */
export interface SlotRef<Props extends object> {
  readonly id: string
  /** phantom type, never set */
  readonly props?: Props
}
