import { useApi, useInvalidate, useLiveMessage, useLiveSubscription, usePageVisible } from '@svc/dashboard-sdk'
import type { RunOutput } from '@svc/plugin-tasks/contract'
import type { TaskChanged, TaskOutput } from '@svc/plugin-tasks/wire'
import type { Payload } from '@svc/protocol'
import { useMemo, useState } from 'react'
import { outputPath } from '../paths.ts'

/** characters of live output that are kept */
const maxLive = 524_288

/** The attempts of a server in a run, and what it prints now. */
export function useRunOutput(taskId: string, runId: string, serverId: string, isRunning: boolean) {
  const path = outputPath(taskId, runId, serverId)
  const query = useApi<RunOutput>(path)
  const invalidate = useInvalidate()
  const [live, setLive] = useState('')
  const payload = useMemo(() => ({ run_id: runId, server_ids: [serverId] }), [runId, serverId])
  useLiveSubscription(
    { subscribe: 'task_output_subscribe', unsubscribe: 'task_output_unsubscribe', payload },
    usePageVisible() && isRunning,
  )
  useLiveMessage<Payload<typeof TaskOutput>>('task_output', (message) => {
    if (message.run_id !== runId || message.server_id !== serverId) return
    setLive((shown) => (message.is_start ? message.data : shown + message.data).slice(-maxLive))
  })
  useLiveMessage<Payload<typeof TaskChanged>>('task_changed', ({ task_id }) => {
    if (task_id === taskId) void invalidate(path)
  })
  return { ...query, live }
}
