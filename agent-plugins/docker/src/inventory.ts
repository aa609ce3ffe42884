import type { Container, DockerInfo, Image, Network, Volume } from '@svc/plugin-docker/wire'
import type { Daemon } from './daemon.ts'
import { countOf, type Json, labelsOf, listOf, objectOf, textOf, textOrNull, textsOf } from './json.ts'
import { maskLabels } from './mask.ts'

export async function readInfo(daemon: Daemon, signal: AbortSignal): Promise<DockerInfo> {
  const [info, version] = await Promise.all([
    daemon.call({ path: '/info', signal }).then(objectOf),
    daemon.call({ path: '/version', signal }).then(objectOf),
  ])
  return {
    docker_version: textOf(info.ServerVersion) || textOf(version.Version),
    api_version: textOf(version.ApiVersion),
    os: textOf(info.OperatingSystem),
    arch: textOf(info.Architecture),
    containers_running: countOf(info.ContainersRunning),
    containers_paused: countOf(info.ContainersPaused),
    containers_stopped: countOf(info.ContainersStopped),
    images: countOf(info.Images),
    memory_total: countOf(info.MemTotal),
  }
}

const list = (daemon: Daemon, path: string, signal: AbortSignal, query = {}) => daemon.call({ path, query, signal })

/** The list of networks names no containers, so they are taken from the list of containers. */
export async function readNetworks(daemon: Daemon, signal: AbortSignal): Promise<Network[]> {
  const [networks, containers] = await Promise.all([
    list(daemon, '/networks', signal).then(listOf),
    list(daemon, '/containers/json', signal, { all: 1 }).then(listOf),
  ])
  const members = new Map<string, Record<string, string>>()
  for (const { Id, Names, NetworkSettings } of containers) {
    for (const { NetworkID } of Object.values(objectOf(objectOf(NetworkSettings).Networks)).map(objectOf)) {
      const name = textsOf(Names)[0]?.replace(/^\//, '') ?? ''
      members.set(textOf(NetworkID), { ...members.get(textOf(NetworkID)), [textOf(Id)]: name })
    }
  }
  return networks.map(({ Id, Name, Driver, Scope }) => ({
    id: textOf(Id),
    name: textOf(Name),
    driver: textOf(Driver),
    scope: textOf(Scope),
    containers: members.get(textOf(Id)) ?? {},
  }))
}

export async function readVolumes(daemon: Daemon, signal: AbortSignal): Promise<Volume[]> {
  const { Volumes } = objectOf(await list(daemon, '/volumes', signal))
  return listOf(Volumes).map(({ Name, Driver, Mountpoint, CreatedAt, Labels }) => ({
    name: textOf(Name),
    driver: textOf(Driver),
    mountpoint: textOf(Mountpoint),
    created_at: textOrNull(CreatedAt),
    labels: maskLabels(labelsOf(Labels)),
  }))
}

const imageOf = ({ Id, RepoTags, RepoDigests, Created, Size }: Json, containers: number): Image => ({
  id: textOf(Id),
  tags: textsOf(RepoTags).filter((tag) => tag !== '<none>:<none>'),
  digests: textsOf(RepoDigests).filter((digest) => !digest.startsWith('<none>')),
  created: countOf(Created),
  size: countOf(Size),
  containers,
})

/** The daemon counts the containers of an image only if asked for sizes, which is slow. */
export async function readImages(
  daemon: Daemon,
  containers: readonly Container[],
  signal: AbortSignal,
): Promise<Image[]> {
  const images = listOf(await list(daemon, '/images/json', signal))
  const usedBy = (id: unknown) => containers.filter(({ image_id }) => image_id === id).length
  return images.map((image) => imageOf(image, usedBy(image.Id)))
}
