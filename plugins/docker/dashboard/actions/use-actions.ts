import { errorText, toast, useFormat, useLiveMessage, useMutate, useT } from '@svc/dashboard-sdk'
import type { Payload } from '@svc/protocol'
import { useCallback, useRef, useState } from 'react'
import type { ContainerAction, DockerEventUpdate } from '../../src/wire.ts'
import { containerPath } from '../paths.ts'
import { type ActionName, bodyOf, type Choices, isOutcome } from './actions.ts'

/** The container an action is for. */
export interface Target {
  readonly id: string
  readonly name: string
}

export interface Actions {
  /** actions under way by container */
  readonly pending: ReadonlyMap<string, ActionName>
  run(target: Target, name: ActionName, choices?: Partial<Choices>): void
}

/** An action under way. */
interface Attempt {
  readonly target: Target
  readonly name: ActionName
  readonly body: ContainerAction
  /** from the event `die`, which comes before the last one */
  exitCode?: string
}

/** milliseconds after the response in which the daemon's event should come */
const eventTimeoutMs = 3000

const defaults: Choices = { timeout: 10, signal: 'SIGKILL', force: false, volumes: false }

const namesOf = (attempts: ReadonlyMap<string, Attempt>): Actions['pending'] =>
  new Map([...attempts].map(([id, { name }]) => [id, name]))

/** Actions on containers of a server. Their outcome is what the daemon's own event says. */
export function useActions(serverId: string): Actions {
  const t = useT()
  const format = useFormat()
  const attempts = useRef(new Map<string, Attempt>())
  const [pending, setPending] = useState<Actions['pending']>(new Map())

  /** False if it has finished already. */
  const finish = (attempt: Attempt): boolean => {
    if (attempts.current.get(attempt.target.id) !== attempt) return false
    attempts.current.delete(attempt.target.id)
    setPending(namesOf(attempts.current))
    return true
  }
  const succeed = (attempt: Attempt) => {
    if (!finish(attempt)) return
    const { target, name, exitCode } = attempt
    const done = t(`outcome.${name}`, { name: target.name })
    const code = name === 'stop' || name === 'restart' ? exitCode : undefined
    toast.success(code === undefined ? done : t('outcome.withCode', { done, code: format.number(Number(code)) }))
  }
  const fail = (attempt: Attempt, reason: string) => {
    finish(attempt)
    toast.error(t(`failure.${attempt.name}`, { name: attempt.target.name, reason }))
  }

  useLiveMessage<Payload<typeof DockerEventUpdate>>('docker_event', ({ server_id, event }) => {
    const attempt = server_id === serverId ? attempts.current.get(event.actor_id) : undefined
    if (!attempt) return
    if (event.action === 'die') attempt.exitCode = event.attributes.exitCode ?? '0'
    if (isOutcome(attempt.name, attempt.target.id, event)) succeed(attempt)
  })

  const { mutate } = useMutate<Attempt, { success: boolean; error: string | null }>(
    'POST',
    ({ target }) => `${containerPath(serverId, target.id)}/action`,
    {
      body: ({ body }) => body,
      onDone({ success, error }, attempt) {
        // An event that was lost, for example while the host reconnected, must not keep the container busy.
        if (success) setTimeout(() => succeed(attempt), eventTimeoutMs)
        else fail(attempt, error ?? '')
      },
      onFailed: (error, attempt) => fail(attempt, errorText(error, t)),
    },
  )

  // Stable, so that rows render again only for news of their container.
  const run = useCallback<Actions['run']>(
    (target, name, choices) => {
      const attempt: Attempt = { target, name, body: bodyOf(name, { ...defaults, ...choices }) }
      attempts.current.set(target.id, attempt)
      setPending(namesOf(attempts.current))
      mutate(attempt)
    },
    [mutate],
  )
  return { pending, run }
}
