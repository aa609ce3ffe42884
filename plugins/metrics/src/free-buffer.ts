import { MessageChannel } from 'node:worker_threads'

const { port1: nowhere, port2: nobody } = new MessageChannel()
nobody.close()

/**
 * Frees bytes that have their memory for themselves; nobody may be reading them any more, and they are empty afterwards.
 * Megabytes that wait for the garbage collector make it come often, and everybody waits while it looks through the heap.
 */
export function letGo({ buffer }: Uint8Array<ArrayBuffer>): void {
  nowhere.postMessage(undefined, [buffer])
}
