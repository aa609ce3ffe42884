import { MessageChannel } from 'node:worker_threads'

const { port1: closedPort, port2: otherPort } = new MessageChannel()
otherPort.close()

/**
 * Frees the buffer behind `bytes`, which must own it and be unused; it is empty afterwards. Megabytes left to the garbage
 * collector would trigger it often, and each run blocks the event loop.
 */
export function freeBuffer({ buffer }: Uint8Array<ArrayBuffer>): void {
  closedPort.postMessage(undefined, [buffer])
}
