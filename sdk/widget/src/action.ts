/** What an action's `run` may use. */
export interface ActionContext {
  /** Calls the API as the signed-in user and unwraps `data`; throws an `Error` with the server's message. */
  apiMutation<T = unknown>(method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: unknown): Promise<T>
}

/** A button of a widget: confirmed when `confirm` is set, pending while `run` runs, and a toast tells how it ended. */
export interface ActionDefinition {
  readonly id: string
  readonly label: string
  /** one character or emoji */
  readonly icon?: string
  readonly confirm?: { readonly title: string; readonly body?: string }
  run(context: ActionContext): Promise<unknown> | unknown
}
