import { type ReactNode, useRef, useState } from 'react'
import type { ActionDefinition } from './action.ts'
import type { ActionsHelper } from './define-widget.ts'
import { getRuntime } from './runtime.ts'

const confirmed = async ({ confirm }: ActionDefinition): Promise<boolean> => {
  if (!confirm) return true
  const { requestConfirm } = getRuntime()
  if (requestConfirm) return requestConfirm(confirm)
  return window.confirm([confirm.title, confirm.body].filter(Boolean).join('\n\n'))
}

/** Third-party code throws anything, including values that cannot be converted to a string. */
function reasonOf(error: unknown): string {
  try {
    return String(error instanceof Error ? error.message : error)
  } catch {
    return typeof error
  }
}

function ActionButton({ action }: { action: ActionDefinition }) {
  const [isPending, setPending] = useState(false)
  // Set before the confirmation, so that a second click is ignored even before the pending state renders.
  const isRunning = useRef(false)
  const act = async () => {
    const runtime = getRuntime()
    if (isRunning.current) return
    isRunning.current = true
    try {
      if (!(await confirmed(action))) return
      setPending(true)
      await action.run({ apiMutation: (method, path, body) => runtime.request(method, path, body) })
      runtime.notify?.({ kind: 'success', message: action.label })
    } catch (error) {
      if (runtime.notify) runtime.notify({ kind: 'error', message: `${action.label}: ${reasonOf(error)}` })
      else console.error(action.label, error)
    } finally {
      isRunning.current = false
      setPending(false)
    }
  }
  return (
    <button type="button" className="svc-action" disabled={isPending} aria-busy={isPending} onClick={() => void act()}>
      {action.icon && <span aria-hidden="true">{action.icon} </span>}
      {action.label}
    </button>
  )
}

/** Creates the buttons of actions, with confirmation, pending state and result toast. */
export const createActionsHelper = (actions: readonly ActionDefinition[]): ActionsHelper => ({
  render(id): ReactNode {
    const action = actions.find((one) => one.id === id)
    return action ? <ActionButton key={id} action={action} /> : null
  },
})
