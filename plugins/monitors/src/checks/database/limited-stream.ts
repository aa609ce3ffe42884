import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { OutboundError } from '@svc/plugin-system/contract'

/**
 * A connection that is open already, for clients that would open one themselves. It reads up to a number of bytes, so that no
 * response of the other side fills the memory.
 */
export class LimitedStream extends Duplex {
  #socket: Socket
  #bytesLeft: number

  constructor(socket: Socket, maxBytes: number) {
    super({ allowHalfOpen: false })
    this.#socket = socket
    this.#bytesLeft = maxBytes
    socket
      .on('data', (chunk: Buffer) => this.#receive(chunk))
      .on('end', () => this.push(null))
      .on('error', (error) => this.destroy(error))
      .on('close', () => this.destroy())
      .pause()
  }

  /** It is connected, so that it only says so. */
  connect(): this {
    process.nextTick(() => this.emit('connect'))
    return this
  }

  setNoDelay(isOn: boolean): this {
    this.#socket.setNoDelay(isOn)
    return this
  }

  /** A check is too short for it. */
  setKeepAlive(): this {
    return this
  }

  override _read(): void {
    this.#socket.resume()
  }

  override _write(chunk: Buffer, encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#socket.write(chunk, encoding, done)
  }

  override _final(done: () => void): void {
    this.#socket.end(done)
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#socket.destroy()
    // Later, so that the TLS layer above tells its error before the client learns of the end.
    setImmediate(done, error)
  }

  #receive(chunk: Buffer): void {
    this.#bytesLeft -= chunk.length
    if (this.#bytesLeft < 0) this.destroy(new OutboundError('too_large', String(this.#socket.remoteAddress)))
    else if (!this.push(chunk)) this.#socket.pause()
  }
}
