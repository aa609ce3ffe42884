import type { Container } from '@svc/plugin-docker/wire'

/** A frame to the server is smaller than 1 MiB; this leaves room for what surrounds a list. */
const maxBytes = 1_000_000

const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value)) + 1

/** As many items as fit into a frame. */
export function fitting<T>(items: readonly T[], max = maxBytes): T[] {
  let bytes = 0
  const isTooMuch = (item: T) => {
    bytes += bytesOf(item)
    return bytes > max
  }
  const end = items.findIndex(isTooMuch)
  return end === -1 ? [...items] : items.slice(0, end)
}

const isCompose = ([name]: [string, string]) => name.startsWith('com.docker.compose.')

/** Containers that fit into a frame; if they do not, without what is only shown on demand. */
export function fittingContainers(containers: readonly Container[], max = maxBytes): Container[] {
  const all = fitting(containers, max)
  if (all.length === containers.length) return all
  const short = containers.map(({ labels, mounts: _, ...container }) => ({
    ...container,
    labels: Object.fromEntries(Object.entries(labels).filter(isCompose)),
  }))
  return fitting(short, max)
}
