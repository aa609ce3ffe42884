import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { maxProcessTextLength } from '@svc/plugin-processes/wire'
import { plainText } from '@svc/protocol'

/** The id of the container in the text of /proc/<pid>/cgroup, of Docker, Podman, containerd and CRI-O; null outside of one. */
export function parseContainerId(cgroup: string): string | null {
  return (
    /(?:docker|libpod|containerd|crio|kubepods)[^\n]*?[-/:]([0-9a-f]{64})(?:\.scope)?(?:\/|$)/m.exec(cgroup)?.[1] ??
    null
  )
}

const shortLength = 12
/** Containers come and go; far more than run at once. */
const maxNames = 500

/** Names containers: by name where Docker keeps it in a file that the agent may read, else by the start of the id. */
export function makeContainers(root: string) {
  const names = new Map<string, Promise<string>>()
  async function readName(id: string): Promise<string> {
    try {
      const text = await readFile(join(root, 'var/lib/docker/containers', id, 'config.v2.json'), 'utf8')
      const { Name: name } = JSON.parse(text) as { Name?: unknown }
      if (typeof name === 'string' && name.length > 1) return plainText(name.replace(/^\//, ''), maxProcessTextLength)
    } catch {
      // Not Docker, or not readable.
    }
    return id.slice(0, shortLength)
  }
  return {
    nameOf(cgroup: string): Promise<string | null> {
      const id = parseContainerId(cgroup)
      if (!id) return Promise.resolve(null)
      if (names.size >= maxNames) names.clear()
      return names.getOrInsertComputed(id, () => readName(id))
    },
  }
}
