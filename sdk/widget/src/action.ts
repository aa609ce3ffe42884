/** The context passed to an action's `run`. */
export interface ActionContext {
  /** Calls the API as the signed-in user and unwraps `data`; throws an `Error` with the server's message. */
  apiMutation<T = unknown>(method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: unknown): Promise<T>
}

/** A button of a widget: asks for confirmation if `confirm` is set, is pending while `run` runs, and shows a result toast. */
export interface ActionDefinition {
  readonly id: string
  readonly label: string
  /** one character or emoji */
  readonly icon?: string
  readonly confirm?: { readonly title: string; readonly body?: string }
  run(context: ActionContext): Promise<unknown> | unknown
}
