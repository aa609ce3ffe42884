import { type ConversationHandler, handle, RequestError } from '@svc/agent-sdk'
import {
  getInfo,
  inspectContainer,
  listContainers,
  listImages,
  listNetworks,
  listVolumes,
} from '@svc/plugin-docker/wire'
import type { Availability } from './availability.ts'
import type { Containers } from './containers.ts'
import { fitting, fittingContainers } from './fit.ts'
import { readImages, readInfo, readNetworks, readVolumes } from './inventory.ts'
import { objectOf } from './json.ts'
import { maskInspected } from './mask.ts'

const maxInspectedBytes = 512 * 1024

/** The requests that only read. */
export function readHandlers(availability: Availability, containers: Containers): ConversationHandler[] {
  return [
    handle(listContainers, async (_, { signal, reply }) => {
      const list = await availability.use(signal, (daemon) => containers.list(daemon, signal))
      await reply({ containers: fittingContainers(list) })
    }),
    handle(getInfo, async (_, { signal, reply }) => {
      await reply({ info: await availability.use(signal, (daemon) => readInfo(daemon, signal)) })
    }),
    handle(listNetworks, async (_, { signal, reply }) => {
      await reply({ networks: fitting(await availability.use(signal, (daemon) => readNetworks(daemon, signal))) })
    }),
    handle(listVolumes, async (_, { signal, reply }) => {
      await reply({ volumes: fitting(await availability.use(signal, (daemon) => readVolumes(daemon, signal))) })
    }),
    handle(listImages, async (_, { signal, reply }) => {
      const images = await availability.use(signal, async (daemon) =>
        readImages(daemon, await containers.list(daemon, signal), signal),
      )
      await reply({ images: fitting(images) })
    }),
    handle(inspectContainer, async ({ container_id, reveal }, { signal, reply }) => {
      const path = `/containers/${encodeURIComponent(container_id)}/json`
      const inspected = objectOf(await availability.use(signal, (daemon) => daemon.call({ path, signal })))
      const container = reveal ? inspected : maskInspected(inspected)
      if (Buffer.byteLength(JSON.stringify(container)) > maxInspectedBytes) {
        throw new RequestError('failed', `what the daemon says of it is larger than ${maxInspectedBytes} bytes`)
      }
      await reply({ container })
    }),
  ]
}
