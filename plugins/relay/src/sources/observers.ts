import type { Servers } from '@svc/plugin-enrollment/contract'
import { type Clock, text, toSeconds } from '@svc/plugin-sdk'
import type { RunObserver } from '@svc/plugin-tasks/contract'
import type { UpgradeObserver } from '@svc/plugin-upgrade/contract'
import type { PushEvents } from '../events/push-events.ts'
import { eventIdOf } from '../push-event.ts'

interface Dependencies {
  readonly clock: Pick<Clock, 'now'>
  readonly events: Pick<PushEvents, 'add'>
  readonly servers: Pick<Servers, 'get'>
}

/** Tells of runs of tasks, in the transaction that records their end. */
export const makeRunObserver = ({ clock, events }: Dependencies): RunObserver => ({
  plugin: 'relay',
  finished({ runId, taskId, taskName, total, failed, timedOut, offline, denied }) {
    const kind = failed > 0 ? 'task_failure' : 'task_success'
    const name = taskName ?? text('relay.ONE_SHOT')
    events.add({
      id: eventIdOf('run', runId),
      category: kind,
      createdAt: toSeconds(clock.now()),
      serverIds: [],
      phone: {
        kind,
        task_run: { task_id: taskId, run_id: runId, total, failed, timed_out: timedOut, offline, denied },
      },
      browser: {
        title: text(failed > 0 ? 'relay.TASK_FAILED_TITLE' : 'relay.TASK_DONE_TITLE', { name }),
        text: failed > 0 ? text('relay.TASK_FAILED', { failed, total }) : text('relay.TASK_DONE', { count: total }),
        path: `/settings/tasks/${encodeURIComponent(taskId)}`,
        tag: `run:${runId}`,
      },
    })
  },
})

/** Tells of upgrades of agents, in the transaction that records their end. */
export const makeUpgradeObserver = ({ clock, events, servers }: Dependencies): UpgradeObserver => ({
  plugin: 'relay',
  ended({ id, version, serverId, total, failed }) {
    const name = serverId === null ? '' : (servers.get(serverId)?.name ?? serverId)
    const outcome = failed > 0 ? 'FAILED' : 'DONE'
    events.add({
      id: eventIdOf('upgrade', id, outcome),
      category: 'upgrades',
      createdAt: toSeconds(clock.now()),
      serverIds: serverId === null ? [] : [serverId],
      phone: { kind: 'upgrade', upgrade: { server_id: serverId, version, total, failed } },
      browser: {
        title: text(failed > 0 ? 'relay.UPGRADE_FAILED_TITLE' : 'relay.UPGRADE_DONE_TITLE', { version }),
        text:
          serverId === null
            ? text(failed > 0 ? 'relay.ROLLOUT_FAILED' : 'relay.ROLLOUT_DONE', { failed, total })
            : text('relay.UPGRADE_SERVER', { name }),
        path: '/settings/upgrades',
        tag: `upgrade:${id}`,
      },
    })
  },
})
