import { Type } from '@sinclair/typebox'
import { defineAgentPlugin, handle, type Link } from '@svc/agent-sdk'
import {
  DockerEventsStart,
  DockerEventsStop,
  DockerStartStats,
  DockerStopStats,
  DockerUnavailable,
  dockerExtrasFeature,
  dockerFeature,
} from '@svc/plugin-docker/wire'
import { actionHandler } from './actions.ts'
import { type AvailabilityTiming, makeAvailability } from './availability.ts'
import { makeContainers } from './containers.ts'
import { makeEvents } from './events.ts'
import { logHandler } from './logs.ts'
import { readHandlers } from './requests.ts'
import { makeWatch } from './watch.ts'

const defaultSockets = ['/var/run/docker.sock', '/run/podman/podman.sock']

/** Reports and controls the containers of the Docker daemon of this host. */
export const makeDockerPlugin = (timing?: AvailabilityTiming) =>
  defineAgentPlugin({
    id: 'docker',
    config: Type.Object({
      docker: Type.Object({
        socket: Type.String({
          default: '',
          description: `socket of the daemon; if empty, \`${defaultSockets.join('` or Podman’s `')}\``,
        }),
      }),
    }),
    setup({ config: { docker }, log, featuresChanged }) {
      const closing = new AbortController()
      let link: Link | undefined
      const availability = makeAvailability({
        sockets: docker.socket ? [docker.socket] : defaultSockets,
        log,
        timing,
        onChange() {
          if (link) sendUnavailable(link)
          featuresChanged()
        },
      })
      const containers = makeContainers({ signal: closing.signal })
      const watch = makeWatch({ availability, containers, log })
      const events = makeEvents({ availability, containers, log })
      const sendUnavailable = (to: Link) => {
        const { daemon, reason } = availability
        if (!daemon && reason) to.send(DockerUnavailable, { error: reason, code: 'unavailable' })
      }

      availability.start()
      return {
        features: () => (availability.daemon ? [dockerFeature, dockerExtrasFeature] : []),
        handlers: [
          ...readHandlers(availability, containers),
          actionHandler(availability),
          logHandler(availability),
          handle(DockerStartStats, 'docker', ({ interval_secs }, to) => watch.start(to, interval_secs)),
          handle(DockerStopStats, 'docker', watch.stop),
          handle(DockerEventsStart, 'docker', ({ since }, to) => {
            sendUnavailable(to)
            events.start(to, since)
          }),
          handle(DockerEventsStop, 'docker', events.stop),
        ],
        connected(connected) {
          link = connected
          sendUnavailable(connected)
        },
        close() {
          closing.abort()
          watch.stop()
          events.stop()
          availability.close()
        },
      }
    },
  })

export default makeDockerPlugin()
