import type { Live } from '@svc/plugin-enrollment/contract'
import type { Clock } from '@svc/plugin-sdk'
import { TaskChanged } from '../wire.ts'

const intervalMs = 500

/** Notifies browsers that a task changed: at once, then at most twice a second. */
export function makeChangeNotifier({ live, clock }: { readonly live: Pick<Live, 'broadcast'>; readonly clock: Clock }) {
  /** by task: whether it changed since the last notification */
  const recent = new Map<string, boolean>()

  const notify = (task_id: string): void => {
    if (recent.has(task_id)) {
      recent.set(task_id, true)
      return
    }
    recent.set(task_id, false)
    live.broadcast(TaskChanged, { task_id })
    clock.after(intervalMs, () => {
      const changed = recent.get(task_id)
      recent.delete(task_id)
      if (changed) notify(task_id)
    })
  }
  return notify
}
