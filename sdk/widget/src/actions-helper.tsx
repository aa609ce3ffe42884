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

/** Code of strangers fails with anything, also with what cannot become a text. */
function reasonOf(error: unknown): string {
  try {
    return String(error instanceof Error ? error.message : error)
  } catch {
    return typeof error
  }
}

function ActionButton({ action }: { action: ActionDefinition }) {
  const [isPending, setPending] = useState(false)
  // from the question on: a second press must not wait for the button to be rendered as pending
  const isTaken = useRef(false)
  const act = async () => {
    const runtime = getRuntime()
    if (isTaken.current) return
    isTaken.current = true
    try {
      if (!(await confirmed(action))) return
      setPending(true)
      await action.run({ apiMutation: (method, path, body) => runtime.request(method, path, body) })
      runtime.notify?.({ kind: 'success', message: action.label })
    } catch (error) {
      if (runtime.notify) runtime.notify({ kind: 'error', message: `${action.label}: ${reasonOf(error)}` })
      else console.error(action.label, error)
    } finally {
      isTaken.current = false
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

/**
 * Buttons for actions: each asks first when it says so, is pending while it runs, and tells how it ended.
 */
export const createActionsHelper = (actions: readonly ActionDefinition[]): ActionsHelper => ({
  render(id): ReactNode {
    const action = actions.find((one) => one.id === id)
    return action ? <ActionButton key={id} action={action} /> : null
  },
})
