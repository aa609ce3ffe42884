import { useCatchUp, useInvalidate, useLiveMessage } from '@svc/dashboard-sdk'
import type { TaskChanged } from '@svc/plugin-tasks/wire'
import type { Payload } from '@svc/protocol'
import { taskPath, tasksPath } from './paths.ts'

/** Reloads tasks when they change: all of them, or one with its runs. */
export function useTaskChanges(id?: string): void {
  const invalidate = useInvalidate()
  const path = id === undefined ? tasksPath : taskPath(id)
  useLiveMessage<Payload<typeof TaskChanged>>('task_changed', ({ task_id }) => {
    if (id === undefined || id === task_id) void invalidate(path)
  })
  // Changes may have been missed while disconnected.
  useCatchUp(() => void invalidate(path))
}
