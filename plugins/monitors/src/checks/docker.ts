import type { ContainerStates } from '@svc/plugin-docker/contract'
import type { Servers } from '@svc/plugin-enrollment/contract'
import { type Clock, invalid, text } from '@svc/plugin-sdk'
import { type CheckType, failed, succeeded, waiting } from './check-type.ts'
import { configError, configReader, readTimeout } from './config-reader.ts'

interface Parts {
  readonly clock: Pick<Clock, 'now' | 'after'>
  readonly servers: Pick<Servers, 'get'>
  /** undefined while the docker plugin is disabled */
  readonly containers: ContainerStates | undefined
}

export interface DockerConfig {
  readonly server_id: string
  /** whether its health check must pass as well */
  readonly healthy: boolean
  readonly timeout: number
}

/** Checks whether a container of a server is running, and healthy. */
export const makeDockerCheck = ({ clock, servers, containers }: Parts): CheckType<DockerConfig> => ({
  type: 'docker',
  secretFields: ['server_id'],
  readTarget(given) {
    if (!containers) throw invalid('monitor_type', 'monitors.DOCKER_DISABLED')
    const name = given.replace(/^\//, '')
    if (!/^[a-zA-Z0-9][a-zA-Z0-9_.-]{0,127}$/.test(name)) throw invalid('target', 'monitors.CONTAINER_NAME')
    return name
  },
  readConfig(config) {
    const reader = configReader(config, ['server_id', 'healthy', 'timeout'])
    const server_id = reader.text('server_id', 64)
    if (server_id === undefined) throw configError('server_id', 'kernel.REQUIRED')
    if (!servers.get(server_id)) throw configError('server_id', 'monitors.SERVER_MUST_EXIST')
    return { server_id, healthy: reader.flag('healthy', false), timeout: readTimeout(reader) }
  },
  async check({ target, config: { server_id, healthy, timeout }, memory }) {
    // It says nothing about the container, so that nothing is recorded.
    if (!containers) return waiting(memory ?? '')
    const startedAt = clock.now()
    const late = Promise.withResolvers<'unreachable'>()
    const cancel = clock.after(timeout * 1000, () => late.resolve('unreachable'))
    const found = await Promise.race([containers.find(server_id, target), late.promise])
    cancel()
    if (found === 'unreachable') return failed(text('monitors.DOCKER_UNREACHABLE'))
    if (!found) return failed(text('monitors.CONTAINER_MISSING'))
    const latency = Math.max(0, clock.now() - startedAt)
    const { state, health, image } = found
    const detail = { state, ...(health !== null && { health }), image }
    if (state !== 'running') return failed(text('monitors.CONTAINER_STATE', { state }), latency, detail)
    if (!healthy || health === 'healthy') return succeeded(latency, detail)
    return health === null
      ? failed(text('monitors.NO_HEALTH_CHECK'), latency, detail)
      : failed(text('monitors.CONTAINER_HEALTH', { health }), latency, detail)
  },
})
