import type { LucideIcon } from 'lucide-react'
import { Box, Container, Database, Layers2, Server, Waypoints } from 'lucide-react'
import type { DockerEvent } from '../../src/wire.ts'

const icons: Readonly<Record<string, LucideIcon>> = {
  ...{ container: Container, image: Layers2, network: Waypoints, volume: Database, daemon: Server },
}

export const iconOf = ({ event_type }: DockerEvent): LucideIcon => icons[event_type] ?? Box

/** How serious an event is. */
export function toneOf({ event_type, action, attributes }: DockerEvent): 'danger' | 'warn' | 'ok' | 'neutral' {
  if (action === 'oom' || action === 'health_status: unhealthy') return 'danger'
  if (action === 'die')
    return ['0', '130', '137', '143', undefined].includes(attributes.exitCode) ? 'neutral' : 'danger'
  if (action === 'kill' || action === 'destroy' || action === 'pause') return 'warn'
  const isGood = action === 'start' || action === 'unpause' || action === 'health_status: healthy'
  return event_type === 'container' && isGood ? 'ok' : 'neutral'
}

/** What the event is about: its name, or the beginning of its id. */
export function subjectOf({ actor_name, actor_id, attributes }: DockerEvent): string {
  const id = /^(?:sha256:)?[0-9a-f]{64}$/.test(actor_id) ? actor_id.replace('sha256:', '').slice(0, 12) : actor_id
  return actor_name || attributes.name || id
}

/** Actions with a text. */
export const knownActions = [
  ...(['create', 'start', 'stop', 'restart', 'die', 'kill', 'pause', 'unpause', 'destroy', 'oom', 'rename'] as const),
  ...([
    'update',
    'attach',
    'exec',
    'healthy',
    'unhealthy',
    'resize',
    'pull',
    'push',
    'tag',
    'untag',
    'delete',
  ] as const),
  ...(['import', 'load', 'save', 'prune', 'connect', 'disconnect', 'remove', 'mount', 'unmount', 'reload'] as const),
] as const

/** The key of the text of an action, without its details: `health_status: healthy`, `exec_start: sh`. */
export function actionKeyOf(action: string): (typeof knownActions)[number] | 'other' {
  const [, health] = /^health_status: (healthy|unhealthy)$/.exec(action) ?? []
  const name = health ?? (action.startsWith('exec_') ? 'exec' : action)
  return knownActions.find((known) => known === name) ?? 'other'
}
