import { closeSync, openSync } from 'node:fs'

const newNetwork = 0x4000_0000

/** Runs a function in a network: sockets and programs that this thread opens meanwhile belong to it. */
export async function withinNetwork<T>(namespace: string, work: () => T | Promise<T>): Promise<T> {
  const { default: koffi } = await import('koffi')
  const setns = koffi.load(null).func('setns', 'int', ['int', 'int'])
  const handles = ['/proc/thread-self/ns/net', `/run/netns/${namespace}`].map((name) => openSync(name, 'r'))
  const [own = -1, other = -1] = handles
  try {
    if (setns(other, newNetwork) !== 0) throw new Error(`cannot enter the network ${namespace}`)
    return await work()
  } finally {
    setns(own, newNetwork)
    for (const handle of handles) closeSync(handle)
  }
}
