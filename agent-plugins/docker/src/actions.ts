import { type ConversationHandler, handle } from '@svc/agent-sdk'
import { actOnContainer, type ContainerAction } from '@svc/plugin-docker/wire'
import type { Availability } from './availability.ts'
import type { Call } from './daemon.ts'

/** Seconds that a container has to end by itself. */
const defaultGrace = 10
const maxGrace = 3600
/** For the daemon, on top of that. */
const timeoutMs = 30_000
/** Removing the files of a large container takes time. */
const removeTimeoutMs = 120_000

const graceful = (command: string, grace: number | null | undefined) => {
  const seconds = Math.min(grace ?? defaultGrace, maxGrace)
  return { command, query: { t: seconds }, timeoutMs: timeoutMs + seconds * 1000 }
}

function callOf(action: ContainerAction, container: string): Omit<Call, 'signal'> {
  const post = ({ command, ...more }: { command: string } & Partial<Call>): Omit<Call, 'signal'> => ({
    method: 'POST',
    path: `${container}/${command}`,
    timeoutMs,
    ...more,
  })
  if (typeof action === 'string') return post({ command: action.toLowerCase() })
  if ('Stop' in action) return post(graceful('stop', action.Stop.timeout))
  if ('Restart' in action) return post(graceful('restart', action.Restart.timeout))
  if ('Kill' in action) return post({ command: 'kill', query: { signal: action.Kill.signal ?? 'SIGKILL' } })
  const query = { force: action.Remove.force ? 1 : 0, v: action.Remove.volumes ? 1 : 0 }
  return { method: 'DELETE', path: container, query, timeoutMs: removeTimeoutMs }
}

/** Starts, stops, removes … a container. Actions do not wait for each other. */
export const actionHandler = (availability: Availability): ConversationHandler =>
  handle(actOnContainer, async ({ container_id, action }, { signal, reply }) => {
    const call = callOf(action, `/containers/${encodeURIComponent(container_id)}`)
    await availability.use(signal, (daemon) => daemon.call({ ...call, signal }))
    await reply({ success: true, error: null, code: null })
  })
